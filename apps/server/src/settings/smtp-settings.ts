export const DEFAULT_SMTP_CONNECTIONS = 5

/** How to use the SMTP server. */
export interface SmtpSettings {
  /** The number of connections, each of which sends one mail at a time. */
  connections?: number
  /** Certificates of the authorities that may sign the server's, in PEM; `undefined`: the public authorities. */
  ca?: string | undefined
}
