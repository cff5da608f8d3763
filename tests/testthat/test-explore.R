# The page of explore(), without a browser.

test_that("the page computes what the functions compute", {
  skip_if_not_installed("shiny")
  app <- source(system.file("shiny", "app.R", package = "deTestSet"), local = new.env())$value
  shiny::testServer(app, {
    session$setInputs(problem = "orego", methods = c("gamd", "radau5"), exponent = c(4, 6), work = "nfev",
                      run = 1)
    expect_match(output$description, "3 equations, ODE")
    direct <- workprecision("orego", c("gamd", "radau5"), rtol = 10^-(4:6), repeats = 1, mintime = 0)
    expect_equal(grid()$mescd, direct$mescd)
    expect_equal(grid()$nfev, direct$nfev)
    expect_match(output$best, "least function evaluations")
    expect_match(output$cells, "radau5")
    expect_match(output$comparison, "gamd")
    # what the page prints runs, and gives the same
    calls <- parse(text = output$code)
    expect_equal(eval(calls[[1]], list2env(list(), parent = globalenv()))$nfev, direct$nfev)
    session$setInputs(methods = "dopri5", run = 2)
    expect_error(output$diagram, "No run succeeded")
  })
})
