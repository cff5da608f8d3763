library(testthat)
library(deTestSet)

test_check("deTestSet")
