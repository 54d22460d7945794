import { LIMITS } from '@partner-accounts/core'
import type { Locale } from '@partner-accounts/api'

const { min, max } = LIMITS.password

/** What the page says, but for the refusals of the service, which speaks for itself. */
export interface PageWords {
  title: string
  intro: string
  password: string
  again: string
  hint: string
  submit: string
  different: string
  done: string
  unreachable: string
}

export const PAGE_WORDS: Record<Locale, PageWords> = {
  'pt-BR': {
    title: 'Ativar usuário',
    intro: 'Escolha a senha com que você vai entrar.',
    password: 'Senha',
    again: 'Senha, mais uma vez',
    hint: `De ${min} a ${max} caracteres. Uma frase longa é melhor do que uma palavra complicada.`,
    submit: 'Ativar',
    different: 'As duas senhas são diferentes.',
    done: 'Pronto: seu usuário está ativo. Você já pode entrar com a senha que escolheu.',
    unreachable: 'Não foi possível falar com o serviço. Verifique sua conexão e tente de novo.',
  },
  en: {
    title: 'Activate your user',
    intro: 'Choose the password that you will sign in with.',
    password: 'Password',
    again: 'Password, once more',
    hint: `${min} to ${max} characters. A long phrase is better than a complicated word.`,
    submit: 'Activate',
    different: 'The two passwords differ.',
    done: 'Done: your user is active. You can sign in with the password that you chose.',
    unreachable: 'The service could not be reached. Check your connection and try again.',
  },
}
