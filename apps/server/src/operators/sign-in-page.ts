import { createHash } from 'node:crypto'
import type { Locale } from '@partner-accounts/api'
import { pagePolicy } from '../static/page-policy.ts'
import type { RejectionReason } from './operator-of-claims.ts'
import type { ProviderFailure } from './openid-provider.ts'

/** Why a sign-in with the OpenID provider did not succeed. */
export type SignInProblem = ProviderFailure | RejectionReason | 'not-configured' | 'too-many-requests' | 'internal'

interface Explanation {
  title: string
  text: string
}

const LINK_HINT = { 'pt-BR': 'Você também pode entrar com', en: 'You can also sign in with' } as const

const EXPLANATIONS: Record<SignInProblem, { status: number } & Record<Locale, Explanation>> = {
  unavailable: {
    status: 503,
    'pt-BR': {
      title: 'O provedor de acesso está indisponível',
      text: 'Tente novamente em alguns instantes. Se continuar, avise a administração do serviço.',
    },
    en: {
      title: 'The sign-in provider is not available',
      text: 'Try again in a minute. If this continues, inform the administrators of the service.',
    },
  },
  denied: {
    status: 403,
    'pt-BR': { title: 'O provedor recusou o acesso', text: 'O acesso foi cancelado ou não foi permitido.' },
    en: { title: 'The provider denied the sign-in', text: 'The sign-in was canceled, or it is not permitted.' },
  },
  interrupted: {
    status: 400,
    'pt-BR': {
      title: 'O acesso foi interrompido',
      text: 'Ele demorou mais de 10 minutos, foi iniciado em outro navegador ou esta página foi recarregada.',
    },
    en: {
      title: 'The sign-in was interrupted',
      text: 'It took more than 10 minutes, was started in another browser, or this page was reloaded.',
    },
  },
  'identity-invalid': {
    status: 403,
    'pt-BR': {
      title: 'A resposta do provedor é inválida',
      text: 'O provedor identificou você de uma forma que o serviço não aceita. Avise a administração do serviço.',
    },
    en: {
      title: "The provider's response is invalid",
      text: 'The provider identified you in a way that the service does not accept. Inform its administrators.',
    },
  },
  'email-not-verified': {
    status: 403,
    'pt-BR': {
      title: 'Seu e-mail não está verificado',
      text: 'O provedor não confirma um e-mail verificado. Verifique-o no provedor e entre de novo.',
    },
    en: {
      title: 'Your e-mail is not verified',
      text: 'The provider does not confirm a verified e-mail. Verify it there, then sign in again.',
    },
  },
  'not-allowed': {
    status: 403,
    'pt-BR': {
      title: 'Você não tem acesso ao console',
      text: 'Peça à administração do serviço que libere seu e-mail ou grupo, ou entre com outro usuário.',
    },
    en: {
      title: 'You do not have access to the console',
      text: 'Ask the administrators of the service to allow your e-mail or group, or sign in as another user.',
    },
  },
  'not-configured': {
    status: 404,
    'pt-BR': { title: 'Não há provedor de acesso', text: 'Este serviço não tem um provedor OpenID configurado.' },
    en: { title: 'There is no sign-in provider', text: 'No OpenID provider is configured for this service.' },
  },
  'too-many-requests': {
    status: 429,
    'pt-BR': { title: 'Muitas tentativas', text: 'Aguarde um minuto e tente novamente.' },
    en: { title: 'Too many attempts', text: 'Wait a minute, then try again.' },
  },
  internal: {
    status: 503,
    'pt-BR': { title: 'O serviço está indisponível', text: 'Tente novamente em alguns instantes.' },
    en: { title: 'The service is temporarily unavailable', text: 'Try again in a minute.' },
  },
}

const AGAIN = { 'pt-BR': 'Entrar com outro usuário', en: 'Sign in as another user' }
const RETRY = { 'pt-BR': 'Tentar novamente', en: 'Try again' }

const STYLE = `:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}
body{max-width:32rem;margin:15vh auto 0;padding:0 1.5rem}h1{font-size:1.5rem}small{opacity:.7}`

/** Allows the page's own style only. */
export const SIGN_IN_PAGE_POLICY = pagePolicy({
  'script-src': "'none'",
  'style-src': `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
})

export interface SignInPage {
  status: number
  html: string
}

/**
 * Returns a page that explains why a sign-in did not succeed, and how to go on. It is separate from the console's pages,
 * because they load data, and exists when they are not built.
 *
 * @param signInUrl begins another sign-in; its query asks the provider for another user
 */
export function signInPage(problem: SignInProblem, locale: Locale, signInUrl: string, requestId: string): SignInPage {
  const { status, [locale]: words } = EXPLANATIONS[problem]
  const isOtherUser = problem === 'not-allowed' || problem === 'email-not-verified'
  const link = isOtherUser
    ? `<p><a href="${signInUrl}?prompt=login">${AGAIN[locale]}</a></p>`
    : `<p><a href="${signInUrl}">${RETRY[locale]}</a></p>`
  const html = `<!doctype html>
<html lang="${locale}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${words.title}</title>
<style>${STYLE}</style>
<main>
<h1>${words.title}</h1>
<p>${words.text}</p>
${problem === 'not-configured' ? '' : link}
<p>${LINK_HINT[locale]} <code>pnpm ops console</code>.</p>
<p><small>${requestId}</small></p>
</main>
</html>
`
  return { status, html }
}
