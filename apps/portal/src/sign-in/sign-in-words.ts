import { words } from '../preferences/words.ts'

export const signInWords = words(
  {
    title: 'Entrar',
    lead: 'Use o e-mail e a senha do seu usuário do portal.',
    email: 'E-mail',
    password: 'Senha',
    submit: 'Entrar',
    signedOut: 'Você saiu. Entre de novo para voltar aonde estava.',
    activated: 'Seu usuário está ativo. Entre com a senha que você escolheu.',
    notActivated: 'Seu usuário ainda não foi ativado. Abra o link do e-mail de convite e escolha sua senha.',
    refused: 'E-mail ou senha não conferem. Confira os dois e tente de novo.',
    againTitle: 'Sua sessão terminou',
    againLead: (email: string) => `Entre de novo como ${email} para continuar. Nada do que você digitou se perdeu.`,
    leave: 'Sair',
  },
  {
    title: 'Sign in',
    lead: 'With the e-mail and the password of your portal user.',
    email: 'E-mail',
    password: 'Password',
    submit: 'Sign in',
    signedOut: 'You are signed out. Sign in again to get back to where you were.',
    activated: 'Your user is active. Sign in with the password that you chose.',
    notActivated: 'Your user is not activated yet. Open the link in the invitation e-mail and choose your password.',
    refused: 'E-mail and password do not match. Check both and try again.',
    againTitle: 'Your session has ended',
    againLead: (email: string) => `Sign in again as ${email} to go on. Nothing that you typed is lost.`,
    leave: 'Sign out',
  },
)
