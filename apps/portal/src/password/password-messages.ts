import { LIMITS } from '@partner-accounts/rules'
import { defineMessages } from '@partner-accounts/ui/messages'

const MINUTES = LIMITS.passwordReset.linkMinutes

export const passwordMessages = defineMessages(
  {
    forgotten: 'Esqueci minha senha',
    forgottenTitle: 'Nova senha',
    forgottenLead: 'Informe o e-mail do seu usuário. Enviamos um link para você escolher outra senha.',
    email: 'E-mail',
    send: 'Enviar link',
    sent: `Se este e-mail for de um usuário ativo do portal, o link chega em instantes. Ele vale por ${MINUTES} minutos e só funciona uma vez.`,
    notArrived: 'Não chegou? Veja a pasta de spam. Se você ainda não ativou seu usuário, abra o link do convite.',
    toSignIn: 'Voltar para o login',
    profile: 'Meu perfil',
    profileLead: (email: string) => `Você entra como ${email}.`,
    testLead: 'Para mudar a senha ou o segundo fator, volte ao modo real.',
    change: 'Trocar senha',
    changeLead:
      'Você continua neste navegador e sai de todos os outros. Tokens de API emitidos até agora deixam de valer.',
    current: 'Senha atual',
    new: 'Nova senha',
    show: 'Mostrar senhas',
    length: 'Use de 12 a 256 caracteres.',
    hint: 'De 12 a 256 caracteres. Uma frase longa é melhor do que uma palavra complicada.',
    changed: 'Senha trocada. Os outros navegadores saíram do portal.',
  },
  {
    forgotten: 'Forgot your password?',
    forgottenTitle: 'New password',
    forgottenLead: 'Enter the e-mail of your user. We will send a link to choose another password.',
    email: 'E-mail',
    send: 'Send the link',
    sent: `If this e-mail belongs to an active user of the portal, the link arrives shortly. It is valid for ${MINUTES} minutes and works once.`,
    notArrived:
      'Nothing arrived? Check your spam folder. If you have not activated your user yet, open the link in the invitation.',
    toSignIn: 'Back to the sign-in page',
    profile: 'My profile',
    profileLead: (email: string) => `You sign in as ${email}.`,
    testLead: 'To change your password or second factor, return to live mode.',
    change: 'Change password',
    changeLead:
      'You stay signed in to this browser and are signed out of all others. API tokens issued so far become invalid.',
    current: 'Current password',
    new: 'New password',
    show: 'Show passwords',
    length: 'Use 12 to 256 characters.',
    hint: '12 to 256 characters. A long phrase is better than a complicated word.',
    changed: 'Your password has changed. Other browsers were signed out.',
  },
)
