/** Changes to Swagger UI's style: system fonts, calmer code, no empty columns. */
export const PAGE_STYLE = `
:root {
  --accent: #0b6b5c;
  --ground: #fff;
  --code-ground: #eef3f2;
  --line: #d9e2e0;
  --text-font: system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
  --code-font: ui-monospace, 'SF Mono', Menlo, Consolas, monospace;
}
html.dark-mode {
  --accent: #6fd0bf;
  --ground: #1c2022;
  --code-ground: #2a3133;
  --line: #3a4446;
  color-scheme: dark;
}

html { background: var(--ground); scroll-padding-top: 4rem; }
body { margin: 0; font-family: var(--text-font); }

.masthead {
  position: sticky;
  top: 0;
  z-index: 10;
  display: flex;
  justify-content: space-between;
  padding: 0.9rem max(1.25rem, calc(50% - 36rem + 1.25rem));
  background: var(--ground);
  border-bottom: 1px solid var(--line);
  border-top: 4px solid var(--accent);
}
.masthead, .masthead a { color: var(--accent); }

.swagger-ui, .swagger-ui :is(h1, h2, h3, h4, h5, p, li, td, th, a, label, button, select, .opblock-tag, .tab) {
  font-family: var(--text-font);
}
.swagger-ui :is(code, pre, textarea, .parameter__name, .parameter__type), .swagger-ui .opblock-summary-path a {
  font-family: var(--code-font);
}
.swagger-ui .wrapper { max-width: 72rem; }
.swagger-ui .info { margin: 2rem 0 1rem; }
.swagger-ui .info :is(p, li, td) { font-size: 0.95rem; line-height: 1.6; }
.swagger-ui .info :is(p, ul) { margin-inline: 0; max-width: 48rem; }
html:root .swagger-ui .info h2 { margin: 2.2rem 0 0.6rem; font-size: 1.3rem; color: var(--accent); }
.swagger-ui .info table { width: auto; }
.swagger-ui .info table :is(td, th) { padding: 0.3rem 2rem 0.3rem 0; border-bottom: 1px solid var(--line); }

html:root .swagger-ui :is(.markdown, .renderedMarkdown) :is(code, pre) {
  background: var(--code-ground);
  color: inherit;
  font-weight: 500;
}
.swagger-ui .info pre { padding: 0.8rem 1rem; border-radius: 6px; overflow-x: auto; }
html:root .swagger-ui .info pre code { padding: 0; background: none; }

/* One server, no links between operations, and a licence without a page. */
.swagger-ui .scheme-container { padding: 1rem 0; box-shadow: none; border-block: 1px solid var(--line); }
.swagger-ui :is(.response-col_links, .info__license) { display: none; }
`.trimStart()
