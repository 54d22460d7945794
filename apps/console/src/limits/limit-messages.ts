import { defineMessages } from '@partner-accounts/ui/messages'

export const limitMessages = defineMessages(
  {
    title: 'Limites',
    lead: 'Parceiros que atingiram o limite de requisições.',
    period: 'Período',
    periods: { '60': 'Última hora', '360': '6 horas', '1440': '24 horas' },
    rejected: 'Recusadas',
    last: 'Última recusa',
    none: 'Nenhum parceiro foi limitado neste período.',
    use: 'Uso do limite',
    used: 'Usadas agora',
    of: (used: string, limit: string, seconds: string) => `${used} de ${limit} em ${seconds} s`,
    oneInstance: 'Só desta instância: as contagens não são compartilhadas.',
    rejectedToday: 'Recusadas em 24 horas',
  },
  {
    title: 'Limits',
    lead: 'Partners whose requests the rate limit rejected.',
    period: 'Period',
    periods: { '60': 'Last hour', '360': '6 hours', '1440': '24 hours' },
    rejected: 'Rejected',
    last: 'Last rejection',
    none: 'No partner was limited in this period.',
    use: 'Use of the rate limit',
    used: 'In the current window',
    of: (used: string, limit: string, seconds: string) => `${used} of ${limit} in ${seconds} s`,
    oneInstance: 'Of this instance only: the counts are not shared.',
    rejectedToday: 'Rejected in 24 hours',
  },
)
