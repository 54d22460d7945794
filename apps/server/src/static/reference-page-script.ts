/**
 * The script of the reference page. It is a separate file because the page's policy allows no inline script.
 *
 * "Try it out" sends requests to the origin that the page was loaded from: the policy allows no other origin. A token from
 * POST /tokens is used for all further requests until the page is closed.
 */
export const PAGE_SCRIPT = `
const dark = matchMedia('(prefers-color-scheme: dark)')
const followScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', followScheme)
followScheme()

const spec = await (await fetch('openapi.json')).json()
spec.servers = [{ url: new URL('.', location.href).href.replace(/\\/$/, '') }]
const [scheme] = Object.keys(spec.components.securitySchemes)

const ui = SwaggerUIBundle({
  spec,
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 3,
  displayRequestDuration: true,
  requestSnippetsEnabled: true,
  validatorUrl: 'none',
  responseInterceptor(response) {
    const token = response.ok && response.url.endsWith('/tokens') && response.obj?.token
    if (token) ui.preauthorizeApiKey(scheme, token)
    return response
  },
})
`.trimStart()
