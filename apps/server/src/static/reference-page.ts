/**
 * Returns the reference page. Its script loads the document. Every URL is relative, so the page works behind any
 * prefix.
 */
export const pageOf = (title: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escape(title)}</title>
    <link rel="icon" href="${ICON}">
    <link rel="stylesheet" href="docs/swagger-ui.css">
    <link rel="stylesheet" href="docs/page.css">
    <script src="docs/swagger-ui-bundle.js" defer></script>
    <script src="docs/page.js" type="module"></script>
  </head>
  <body>
    <header class="masthead">
      <strong>${escape(title)}</strong>
      <a href="openapi.json">OpenAPI document</a>
    </header>
    <noscript>This page needs JavaScript. The <a href="openapi.json">OpenAPI document</a> has the same content.</noscript>
    <main id="reference"></main>
  </body>
</html>
`

const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#0b6b5c"/><path d="M5 12V4h4a2.5 2.5 0 0 1 0 5H5" fill="none" stroke="#fff" stroke-width="2"/></svg>',
)}`

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
