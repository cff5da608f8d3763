# The page of explore(): a problem, some methods, a range of tolerances.
library(shiny)
library(deTestSet)

problems <- setdiff(testset("ivp")$name, "twobit")    # minutes of computing
explicit <- c("dopri5", "dopri853", "cashkarp", "lsoda", "adams")
implicit <- c("gamd", "bimd", "radau5", "mebdfi", "radau", "daspk")

ui <- fluidPage(
  titlePanel("deTestSet"),
  sidebarLayout(
    sidebarPanel(
      selectInput("problem", "Problem", problems, "hires"),
      textOutput("description"), br(),
      checkboxGroupInput("methods", "Methods", c(implicit, explicit), c("gamd", "radau5", "mebdfi"),
                         inline = TRUE),
      sliderInput("exponent", "Tolerances: rtol = atol = 10^-", 3, 12, c(4, 7), step = 1),
      selectInput("work", "Work", c("function evaluations" = "nfev", "CPU time" = "time", steps = "steps")),
      actionButton("run", "Compute"), br(), br(), strong("The same in R"), verbatimTextOutput("code"),
      width = 4),
    mainPanel(
      tabsetPanel(
        tabPanel("Solution", plotOutput("solution", height = 520)),
        tabPanel("Errors", plotOutput("errors", height = 360), verbatimTextOutput("comparison")),
        tabPanel("Work and precision", plotOutput("diagram", height = 420), verbatimTextOutput("best")),
        tabPanel("All runs", verbatimTextOutput("cells"))),
      width = 8)))

server <- function(input, output, session) {
  problem <- reactive(testproblem(input$problem))
  chosen <- eventReactive(input$run, {
    validate(need(length(input$methods) > 0, "Choose a method."))
    list(problem = input$problem, methods = input$methods,
         exponents = seq(input$exponent[1], input$exponent[2]))
  }, ignoreNULL = FALSE)
  grid <- reactive(withProgress(message = "computing", value = 0.5, {
    g <- chosen()
    workprecision(g$problem, g$methods, rtol = 10^-g$exponents, repeats = 1, mintime = 0, timelimit = 20)
  }))
  side_by_side <- reactive({
    g <- chosen()
    compare(g$problem, g$methods, rtol = 10^-g$exponents[1], repeats = 1, mintime = 0, timelimit = 20)
  })
  solved <- reactive(any(is.finite(grid()$mescd)))
  output$description <- renderText({
    p <- problem()
    paste0(p$fullname, ": ", p$description, ". ", p$n, " equations, ", p$class,
           if (p$index > 0) paste(" of index", p$index), ".")
  })
  output$solution <- renderPlot(plot(problem(), lwd = 1.5))
  output$errors <- renderPlot(plot(side_by_side()))
  output$comparison <- renderPrint(print(side_by_side()))
  output$diagram <- renderPlot({
    validate(need(solved(), "No run succeeded."))
    plot(grid(), work = input$work)
  })
  output$best <- renderPrint({
    validate(need(solved(), "No run succeeded."))
    summary(grid(), work = input$work)
  })
  output$cells <- renderPrint(print(grid()))
  output$code <- renderText({
    g <- chosen()
    methods <- paste0("c(", paste0("\"", g$methods, "\"", collapse = ", "), ")")
    ends <- range(g$exponents)
    paste0("wp <- workprecision(\"", g$problem, "\",\n  ", methods, ",\n  rtol = 10^-(", ends[1], ":",
           ends[2], "))\nplot(wp, work = \"", input$work, "\")\ncompare(\"", g$problem, "\",\n  ", methods,
           ",\n  rtol = 1e-", ends[1], ")\nplot(testproblem(\"", g$problem, "\"))")
  })
}

shinyApp(ui, server)
