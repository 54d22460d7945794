import { LIMITS } from '@partner-accounts/core'
import type { MailTemplate } from './mail-copy.ts'

const { disabledAfterDays } = LIMITS.webhooks

/** Contains no link, like `passwordChanged`. */
export const webhookDisabled: MailTemplate<'webhook-disabled'> = {
  'pt-BR': ({ partnerName, host, isGone }) => ({
    subject: `Webhook desativado: ${partnerName}, ${host}`,
    preheader: 'Seu sistema não recebe mais eventos nesse endereço.',
    paragraphs: [
      isGone
        ? `O webhook de ${partnerName} em ${host} respondeu 410 (não existe mais), e por isso foi desativado.`
        : `O webhook de ${partnerName} em ${host} falhou por ${disabledAfterDays} dias seguidos, e por isso foi desativado.`,
      'Os eventos esperam. Corrija o sistema e verifique o endereço de novo em Webhooks, no portal, ou exclua-o.',
    ],
    footer: 'Você recebe esta mensagem porque gerencia webhooks no portal. Ela é automática: não é preciso responder.',
  }),
  en: ({ partnerName, host, isGone }) => ({
    subject: `Webhook disabled: ${partnerName}, ${host}`,
    preheader: 'Your system no longer receives events at this endpoint.',
    paragraphs: [
      isGone
        ? `The webhook of ${partnerName} at ${host} responded with 410 (gone), so it was disabled.`
        : `The webhook of ${partnerName} at ${host} failed for ${disabledAfterDays} days in a row, so it was disabled.`,
      'Its events wait. Fix your system and verify the endpoint again under Webhooks in the portal, or delete it.',
    ],
    footer:
      'You receive this message because you manage webhooks in the portal. It was sent automatically, so you do not need to reply.',
  }),
}
