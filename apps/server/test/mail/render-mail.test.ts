import type { MailContent } from '@partner-accounts/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderMail } from '../../src/mail/templates/render-mail.ts'
import { CONTENTS, invitation, LINK, PUBLIC_URL } from './sample-mails.ts'

const EVERY_MAIL = CONTENTS.map((content) => ({ content, kind: content.kind }))

describe.each(EVERY_MAIL)('The $kind mail', ({ content }) => {
  const { subject, text, html } = renderMail(content, PUBLIC_URL)

  it('names person and company in text and HTML, and the company in the subject', () => {
    expect(subject).toContain('Padaria São João')
    for (const part of [text, html]) {
      expect(part).toContain('Ana Souza')
      expect(part).toContain('Padaria São João')
    }
  })

  it('declares its language and loads no external resources', () => {
    expect(html).toContain('<html lang="pt-BR">')
    expect(html).not.toMatch(/<(img|link|script|iframe)|src=|url\(|@import/i)
  })

  it('sets a background for every text color', () => {
    const styles = [...html.matchAll(/style="([^"]*)"/g)].map(([, style]) => style!)
    const colored = styles.filter((style) => /(^|;)color:/.test(style))
    expect(colored.length).toBeGreaterThan(0)
    expect(colored.filter((style) => !style.includes('background-color:'))).toEqual([])
  })
})

describe('The link', () => {
  const hasToken = (content: MailContent) => 'activationToken' in content || 'resetToken' in content

  it.each(EVERY_MAIL.filter(({ content }) => hasToken(content)))(
    'is a button and a text, with its expiry and a note that it can be used once: $kind',
    ({ content }) => {
      const { text, html } = renderMail(content, PUBLIC_URL)
      expect(text.split('\n')).toContain(LINK)
      expect(html.match(/href="([^"]*)"/g)).toEqual([`href="${LINK}"`, `href="${LINK}"`])
      expect(html).toContain(`>${LINK}</a>`)
      const expiry = content.kind === 'password-reset' ? '60 minutos' : '7 dias'
      for (const part of [text, html]) expect(part).toMatch(new RegExp(`${expiry}.*uma vez`))
    },
  )

  it.each(EVERY_MAIL.filter(({ content }) => !hasToken(content)))(
    'is absent from mails without a token: $kind',
    ({ content }) => {
      const { text, html } = renderMail(content, PUBLIC_URL)
      expect(text + html).not.toMatch(/activate|href|https?:/)
    },
  )

  it('contains the token percent-encoded', () => {
    const { text } = renderMail({ ...invitation(), activationToken: 'a&b=c d' } as MailContent, PUBLIC_URL)
    expect(text).toContain(`${PUBLIC_URL}/activate?token=a%26b%3Dc%20d\n`)
  })
})

describe('The invitation', () => {
  it('names the inviting manager and what the user may do', () => {
    const content = { ...invitation(), invitedBy: 'Bia Lima', permissions: ['accounts:read', 'users:manage'] }
    const { text, html } = renderMail(content as MailContent, PUBLIC_URL)
    for (const part of [text, html]) {
      expect(part).toContain('Bia Lima convidou você')
      expect(part).toContain('No portal, você poderá ver contas e gerenciar usuários.')
    }
  })
})

it('The notice of activations lists 20 accounts by safe names, and states how many it omits', () => {
  const accountNames = Array<string>(22).fill('Sol\n\nhttps://fake.example')
  const { text } = renderMail({ kind: 'subscription-activated', name: 'Ana', accountNames }, PUBLIC_URL)
  expect(text.split('\n').filter((line) => line === '• Sol https: fake.example')).toHaveLength(20)
  expect(text.split('\n')).toContain('e mais 2')
})

describe('A hostile name in a mail', () => {
  const HOSTILE = `<script>alert("1")</script> & 'co'`
  const hostile = renderMail(invitation(HOSTILE, HOSTILE), PUBLIC_URL)

  it('is escaped in the HTML', () => {
    expect(hostile.html).not.toContain('<script')
    expect(hostile.html).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;co&#39;')
  })

  it('is unchanged in text and subject', () => {
    expect(hostile.text).toContain(`Olá, ${HOSTILE}!`)
    expect(hostile.subject).toBe(`Seu convite para o portal de parceiros: ${HOSTILE}`)
  })

  it('adds no tags, lines or bidirectional control characters', () => {
    const shapeOf = (name: string) => {
      const { subject, text, html } = renderMail(invitation(name, name), PUBLIC_URL)
      return { tags: html.split(/[<>]/).length, lines: text.split(/\r\n|[\r\n\u2028\u2029]/).length, subject }
    }
    const plain = shapeOf('plain')
    const character = fc.oneof(
      fc.constantFrom(...'<>"\'&\r\n\0\u2028\u202e'),
      fc.string({ minLength: 1, maxLength: 1 }),
    )
    fc.assert(
      fc.property(fc.array(character), (characters) => {
        const { tags, lines, subject } = shapeOf(characters.join(''))
        expect({ tags, lines }).toEqual({ tags: plain.tags, lines: plain.lines })
        expect(subject).not.toMatch(/[\p{Cc}\u2028\u202e]/u)
      }),
    )
  })

  it.each([
    ['Visite https://evil.example/x', 'Visite https: evil.example/x'],
    ['a::////b', 'a:: //b'],
    ['javascript://%0Aalert(1)', 'javascript: %0Aalert(1)'],
  ])('becomes no link: %s', (name, shown) => {
    const { subject, text, html } = renderMail(invitation(name, name), PUBLIC_URL)
    for (const part of [subject, text, html]) {
      expect(part).toContain(shown)
      expect(part.replaceAll(`${PUBLIC_URL}/activate`, '')).not.toContain('://')
    }
  })

  it('is shortened to 100 characters, in seconds even if it has a million', () => {
    const rendered = (name: string) => renderMail(invitation(name, name), PUBLIC_URL)
    expect(rendered('🔑'.repeat(100)).text).toContain(`Olá, ${'🔑'.repeat(100)}!`)
    expect(rendered('🔑'.repeat(101)).text).toContain(`Olá, ${'🔑'.repeat(99)}…!`)
    const startedAt = performance.now()
    const { html, text } = rendered(' <'.repeat(500_000))
    // Takes minutes if the time grows with the square of the length.
    expect(performance.now() - startedAt).toBeLessThan(5_000)
    expect(html.length + text.length).toBeLessThan(10_000)
  })
})

describe('The welcome mail', () => {
  const welcome = CONTENTS.find(({ kind }) => kind === 'administrator-welcome')!
  const SIGN_IN = 'https://ponto.example/entrar?a=1&b=2'

  it('names the reseller with its e-mail, and links to where administrators sign in', () => {
    const reseller = { name: 'Revenda <b>\nEstrela', email: 'bia@revenda.example' }
    const { text, html } = renderMail(welcome, PUBLIC_URL, { reseller, signInUrl: SIGN_IN })
    expect(text).toContain('Revenda <b> Estrela, ')
    expect(html).toContain('Revenda &lt;b&gt; Estrela, ')
    for (const part of [text, html]) expect(part).toContain('bia@revenda.example')
    expect(text.split('\n')).toContain(SIGN_IN)
    expect(html).toContain('href="https://ponto.example/entrar?a=1&amp;b=2"')
    expect(text).not.toContain('undefined')
    expect(html).not.toContain('undefined')
  })

  it('names a reseller without a known e-mail, and contains no link without an address', () => {
    const { text, html } = renderMail(welcome, PUBLIC_URL, { reseller: { name: 'Revenda', email: undefined } })
    expect(text).toContain('Revenda.')
    expect(html).not.toContain('href=')
  })
})

it('mails.txt contains the texts of all mails; `vitest -u` updates it', async () => {
  const reseller = { name: 'Revenda Estrela', email: 'bia@revenda.example' }
  const signInUrl = 'https://ponto.example/entrar'
  const mails = CONTENTS.map((content) => {
    const { subject, text, html } = renderMail(content, PUBLIC_URL, { reseller, signInUrl })
    return `Subject: ${subject}\n\n${text}\n${html.replace(/^[^]*<body/, '<body')}`
  })
  await expect(mails.join(`${'='.repeat(80)}\n`)).toMatchFileSnapshot('mails.txt')
})
