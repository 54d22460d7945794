import { defineMessages, type Locale } from '../preferences/messages.ts'

const messages = defineMessages(
  {
    selfSigned: 'O certificado é autoassinado: instale um certificado de uma autoridade pública.',
    unknownAuthority:
      'O certificado é de uma autoridade desconhecida, ou falta o certificado intermediário: instale a cadeia completa de uma autoridade pública.',
    expired: 'O certificado expirou: renove-o.',
    notYetValid: 'O certificado ainda não é válido: confira o início da validade e o relógio do servidor.',
    otherHost: 'O certificado é de outro nome de servidor: instale um que contenha o nome da URL.',
    revoked: 'O certificado foi revogado: instale um novo.',
    tls: 'A conexão TLS falha: confira se a porta atende HTTPS, com TLS 1.2 ou mais recente.',
    timeout: 'O servidor não respondeu em 5 segundos.',
    notListening: 'A conexão foi recusada: nada atende nessa porta, ou um firewall a bloqueia.',
    closed: 'A conexão foi fechada antes da resposta.',
    unreachable: 'O endereço IP do servidor não pode ser alcançado.',
    unknownName: 'O nome do servidor não existe no DNS.',
    dns: 'O DNS não respondeu à consulta do nome do servidor.',
    notPublic: 'O nome leva a um endereço IP que não é público.',
    internal: 'A falha é deste serviço, não do seu servidor. O envio é repetido.',
    eventExpired: 'O evento não está mais guardado.',
    redirect: (status: string, target: string) =>
      `HTTP ${status}: o servidor redireciona para ${target}. Redirecionamentos não são seguidos: cadastre esse endereço.`,
  },
  {
    selfSigned: 'The certificate is self-signed: install one from a public authority.',
    unknownAuthority:
      'The certificate is from an unknown authority, or the intermediate certificate is missing: install the complete chain from a public authority.',
    expired: 'The certificate has expired: renew it.',
    notYetValid: "The certificate is not valid yet: check when it begins, and the server's clock.",
    otherHost: 'The certificate is for another host name: install one that contains the name of the URL.',
    revoked: 'The certificate is revoked: install a new one.',
    tls: 'The TLS connection fails: check that the port serves HTTPS, with TLS 1.2 or newer.',
    timeout: 'The server did not respond within 5 seconds.',
    notListening: 'The connection was rejected: nothing listens on this port, or a firewall blocks it.',
    closed: 'The connection was closed before the response.',
    unreachable: 'The IP address of the server cannot be reached.',
    unknownName: 'The name of the server does not exist in DNS.',
    dns: 'DNS did not respond to the query for the name of the server.',
    notPublic: 'The name leads to an IP address that is not public.',
    internal: 'The failure is in this service, not in your server. The delivery is retried.',
    eventExpired: 'The event is no longer stored.',
    redirect: (status: string, target: string) =>
      `HTTP ${status}: the server redirects to ${target}. Redirects are not followed: add this address as an endpoint.`,
  },
)

type Sentence = Exclude<keyof (typeof messages)[Locale], 'redirect'>

const SENTENCES: readonly [RegExp, Sentence][] = [
  [/^DEPTH_ZERO_SELF_SIGNED_CERT$/, 'selfSigned'],
  [
    /^(SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT.*)|CERT_UNTRUSTED)$/,
    'unknownAuthority',
  ],
  [/^CERT_HAS_EXPIRED$/, 'expired'],
  [/^CERT_NOT_YET_VALID$/, 'notYetValid'],
  [/^(ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/, 'otherHost'],
  [/^CERT_REVOKED$/, 'revoked'],
  [/^(EPROTO|ERR_SSL_.*|ERR_TLS_.*|CERT_.*)$/, 'tls'],
  [/^(timeout|ETIMEDOUT)$/, 'timeout'],
  [/^ECONNREFUSED$/, 'notListening'],
  [/^(ECONNRESET|EPIPE|HPE_.*)$/, 'closed'],
  [/^E(HOST|NET)UNREACH$/, 'unreachable'],
  [/^(ENOTFOUND|ENODATA)$/, 'unknownName'],
  // `ETIMEOUT` is the timeout of a DNS query, `ETIMEDOUT` that of a connection.
  [/^(ETIMEOUT|ESERVFAIL|EREFUSED|EAI_.*|ECANCELLED)$/, 'dns'],
  [/^EADDRNOTALLOWED$/, 'notPublic'],
  [/^expired$/, 'eventExpired'],
  [/^(proxy: .*|dns: .*|secret unreadable|sealing key removed)$/, 'internal'],
]

/** Returns why a delivery to a webhook failed, as a sentence; `undefined` if the error is clear, such as `HTTP 500`. */
export function explainDeliveryError(error: string, locale: Locale): string | undefined {
  const texts = messages[locale]
  const [, status, target] = /^HTTP (\d+), redirects to (.+)$/.exec(error) ?? []
  if (status !== undefined && target !== undefined) return texts.redirect(status, target)
  const sentence = SENTENCES.find(([pattern]) => pattern.test(error))?.[1]
  return sentence && texts[sentence]
}
