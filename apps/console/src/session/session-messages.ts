import { defineMessages } from '@partner-accounts/ui/messages'

export const sessionMessages = defineMessages(
  {
    title: 'Console',
    lead: 'Para quem opera o serviço.',
    signedOut: 'Você saiu.',
    withProvider: 'Entrar com a conta da empresa',
    howElse: 'Ou gere um link de acesso no terminal do serviço e abra-o neste navegador:',
    how: 'Gere um link de acesso no terminal do serviço e abra-o neste navegador:',
    howInContainer: 'Com a imagem do serviço, em contêineres:',
    howLong: 'O link vale por 10 minutos e uma única vez.',
    useLink: 'Entrar no console',
    signOut: 'Sair',
    endedTitle: 'Sua sessão terminou',
    endedLead: 'Entre de novo em outra aba e depois continue aqui. Nada do que você digitou se perdeu.',
    signInElsewhere: 'Entrar em outra aba',
    goOn: 'Já entrei, continuar',
    notYet: 'Este navegador ainda não tem uma sessão.',
    problems: {
      unavailable:
        'O provedor de acesso está indisponível. Tente de novo em alguns instantes; se continuar, avise a administração do serviço.',
      denied: 'O provedor recusou o acesso: ele foi cancelado ou não foi permitido.',
      interrupted:
        'O acesso foi interrompido: demorou mais de 10 minutos, foi iniciado em outro navegador ou a página foi recarregada.',
      'identity-invalid':
        'A resposta do provedor é inválida: o serviço não aceita a forma como ele identificou você. Avise a administração.',
      'email-not-verified':
        'O provedor não informou um e-mail verificado. Verifique seu e-mail no provedor e entre de novo. Se ele já está verificado, avise a administração do serviço.',
      'not-allowed':
        'Você não tem acesso ao console. Peça à administração que libere seu e-mail ou grupo, ou entre com outro usuário.',
      'not-configured': 'Este serviço não tem um provedor de acesso.',
      'too-many-requests': 'Muitas tentativas. Aguarde um minuto e tente de novo.',
      internal: 'O serviço está indisponível. Tente de novo em alguns instantes.',
    },
    request: (id: string) => `Requisição ${id}`,
    withOtherUser: 'Entrar com outro usuário',
    roles: { viewer: 'Leitura', support: 'Suporte', admin: 'Administração' },
    until: (time: string) => `Sessão até ${time}`,
  },
  {
    title: 'Console',
    lead: 'For operators of the service.',
    signedOut: 'You signed out.',
    withProvider: 'Sign in with your company account',
    howElse: 'Or create a sign-in link in the terminal of the service and open it in this browser:',
    how: 'Create a sign-in link in the terminal of the service and open it in this browser:',
    howInContainer: 'With the image of the service, in containers:',
    howLong: 'The link is valid for 10 minutes, once.',
    useLink: 'Sign in to the console',
    signOut: 'Sign out',
    endedTitle: 'Your session has ended',
    endedLead: 'Sign in again in another tab, then continue here. Nothing that you typed is lost.',
    signInElsewhere: 'Sign in in another tab',
    goOn: 'I have signed in, continue',
    notYet: 'This browser has no session yet.',
    problems: {
      unavailable:
        'The sign-in provider is unavailable. Try again in a minute; if this continues, inform the administrators of the service.',
      denied: 'The provider denied the sign-in: it was canceled, or it is not permitted.',
      interrupted:
        'The sign-in was interrupted: it took more than 10 minutes, was started in another browser, or the page was reloaded.',
      'identity-invalid':
        "The provider's response is invalid: it identified you in a way that the service does not accept. Inform the administrators.",
      'email-not-verified':
        'The provider sent no verified e-mail. Verify your e-mail at the provider, then sign in again. If it is verified, inform the administrators of the service.',
      'not-allowed':
        'You do not have access to the console. Ask the administrators to allow your e-mail or group, or sign in as another user.',
      'not-configured': 'This service has no sign-in provider.',
      'too-many-requests': 'Too many attempts. Wait a minute, then try again.',
      internal: 'The service is temporarily unavailable. Try again in a minute.',
    },
    request: (id: string) => `Request ${id}`,
    withOtherUser: 'Sign in as another user',
    roles: { viewer: 'Viewer', support: 'Support', admin: 'Administrator' },
    until: (time: string) => `Session until ${time}`,
  },
)
