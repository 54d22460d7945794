import type { Locale } from '@partner-accounts/api'
import { LIMITS } from '@partner-accounts/core'
import type { MailAction } from './mail-copy.ts'

const WORDS: Record<Locale, Omit<MailAction, 'link'>> = {
  'pt-BR': {
    button: 'Escolher minha senha',
    plainLinkHint: 'Se o botão não funcionar, copie este endereço para o navegador:',
    validity: `O link vale por ${LIMITS.activationLinkDays} dias e só pode ser usado uma vez. Não o encaminhe: quem o abre escolhe a sua senha.`,
  },
  en: {
    button: 'Choose my password',
    plainLinkHint: 'If the button does not work, copy this address into your browser:',
    validity: `The link expires in ${LIMITS.activationLinkDays} days and can be used only once. Do not forward it: anyone who opens it can choose your password.`,
  },
}

/** Returns the address where the recipient of a link chooses a password. */
export const linkTo = (publicUrl: string, token: string): string =>
  `${publicUrl}/activate?token=${encodeURIComponent(token)}`

/** Returns the link to the page where the recipient chooses a password. */
export const activationAction = (locale: Locale, publicUrl: string, token: string): MailAction => ({
  ...WORDS[locale],
  link: linkTo(publicUrl, token),
})
