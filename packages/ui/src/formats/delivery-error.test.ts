import { describe, expect, it } from 'vitest'
import { LOCALES } from '../preferences/messages.ts'
import { explainDeliveryError } from './delivery-error.ts'

describe('explainDeliveryError', () => {
  it.each([
    ['DEPTH_ZERO_SELF_SIGNED_CERT', /autoassinado/, /self-signed/],
    ['SELF_SIGNED_CERT_IN_CHAIN', /autoridade desconhecida/, /unknown authority/],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /intermediário/, /intermediate certificate is missing/],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', /intermediário/, /intermediate certificate is missing/],
    ['CERT_HAS_EXPIRED', /expirou: renove-o/, /expired: renew it/],
    ['CERT_NOT_YET_VALID', /ainda não é válido/, /not valid yet/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', /outro nome/, /another host name/],
    ['CERT_REVOKED', /revogado/, /revoked/],
    ['ERR_SSL_WRONG_VERSION_NUMBER', /porta atende HTTPS/, /port serves HTTPS/],
    ['EPROTO', /porta atende HTTPS/, /port serves HTTPS/],
    ['timeout', /5 segundos/, /5 seconds/],
    ['ECONNREFUSED', /nada atende/, /nothing listens/],
    ['ECONNRESET', /fechada/, /closed/],
    ['ENOTFOUND', /não existe no DNS/, /does not exist in DNS/],
    ['ETIMEOUT', /não respondeu à consulta/, /did not respond to the query/],
    ['EADDRNOTALLOWED', /não é público/, /not public/],
    ['expired', /não está mais guardado/, /no longer stored/],
    ['proxy: HTTP 407', /deste serviço/, /in this service/],
    ['dns: ECONNREFUSED', /deste serviço/, /in this service/],
  ])('explains %s in both languages', (error, portuguese, english) => {
    expect(explainDeliveryError(error, 'pt-BR')).toMatch(portuguese)
    expect(explainDeliveryError(error, 'en')).toMatch(english)
  })

  it.each(LOCALES)('shows the target of a redirect: %s', (locale) => {
    const sentence = explainDeliveryError('HTTP 301, redirects to https://www.revenda.example/hooks', locale)
    expect(sentence).toMatch(/^HTTP 301: .* https:\/\/www\.revenda\.example\/hooks\. /)
  })

  it.each(['HTTP 500', 'HTTP 301', 'EUNKNOWN'])('leaves %s as it is', (error) => {
    for (const locale of LOCALES) expect(explainDeliveryError(error, locale)).toBeUndefined()
  })
})
