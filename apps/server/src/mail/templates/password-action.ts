import type { Locale } from '@partner-accounts/api'
import { LIMITS } from '@partner-accounts/core'
import type { MailAction } from './mail-copy.ts'

const WORDS: Record<Locale, { choose: string; hint: string; days: string; validity: (lifetime: string) => string }> = {
  'pt-BR': {
    choose: 'Escolher minha senha',
    hint: 'Se o botão não funcionar, copie este endereço para o navegador:',
    days: `${LIMITS.activationLinkDays} dias`,
    validity: (lifetime) =>
      `O link vale por ${lifetime} e só pode ser usado uma vez. Não o encaminhe: quem o abre escolhe a sua senha.`,
  },
  en: {
    choose: 'Choose my password',
    hint: 'If the button does not work, copy this address into your browser:',
    days: `${LIMITS.activationLinkDays} days`,
    validity: (lifetime) =>
      `The link expires in ${lifetime} and can be used only once. Do not forward it: anyone who opens it can choose your password.`,
  },
}

/** Defaults `button` and `lifetime` to an activation's. */
export const passwordAction = (
  locale: Locale,
  publicUrl: string,
  token: string,
  button = WORDS[locale].choose,
  lifetime = WORDS[locale].days,
): MailAction => ({
  button,
  link: `${publicUrl}/activate?token=${encodeURIComponent(token)}`,
  plainLinkHint: WORDS[locale].hint,
  validity: WORDS[locale].validity(lifetime),
})
