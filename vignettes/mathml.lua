-- Formulas as MathML that looks right in every browser: brackets keep their size where nothing tall
-- stands between them (without a font for mathematics they would grow), and no copy in TeX.
function Math(formula)
  if not pandoc.write then return nil end -- before pandoc 2.17
  local document = pandoc.Pandoc({ pandoc.Plain({ formula }) })
  local options = pandoc.WriterOptions({ html_math_method = "mathml" })
  local text = pandoc.write(document, "html", options)
  if not text:find("<math") then return nil end
  text = text:gsub("<annotation.-</annotation>", "")
  if not (text:find("<mfrac") or text:find("<msqrt") or text:find("<munder") or text:find("<mtable")) then
    text = text:gsub('stretchy="true"', 'stretchy="false"')
  end
  return pandoc.RawInline("html", text)
end
