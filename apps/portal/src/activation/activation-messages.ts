import { defineMessages } from '@partner-accounts/ui/messages'

interface Owner {
  name: string
  email: string
  partnerName: string
}

export const activationMessages = defineMessages(
  {
    title: 'Ativar usuário',
    owner: ({ name, email, partnerName }: Owner) => `${name} (${email}), ${partnerName}`,
    lead: 'Escolha a senha com que você vai entrar.',
    password: 'Senha',
    again: 'Repita a senha',
    hint: 'De 12 a 256 caracteres. Uma frase longa é melhor do que uma palavra complicada.',
    length: 'Use de 12 a 256 caracteres.',
    different: 'As duas senhas são diferentes.',
    show: 'Mostrar senhas',
    resetTitle: 'Nova senha',
    resetLead: 'Escolha a senha com que você vai entrar a partir de agora. Você sai de todos os outros dispositivos.',
    resetSubmit: 'Trocar senha',
    resetUnusableTitle: 'Não foi possível trocar a senha',
    submit: 'Ativar',
    unusableTitle: 'Não foi possível ativar',
    incomplete: 'Este link está incompleto. Abra de novo o do e-mail, inteiro; se não funcionar, peça outro convite.',
    doneTitle: 'Pronto',
    done: 'Sua senha está definida. Você já pode entrar no produto como administrador da sua conta.',
    signIn: 'Ir para o login',
  },
  {
    title: 'Activate your user',
    owner: ({ name, email, partnerName }: Owner) => `${name} (${email}), ${partnerName}`,
    lead: 'Choose the password that you will sign in with.',
    password: 'Password',
    again: 'Repeat the password',
    hint: '12 to 256 characters. A long phrase is better than a complicated word.',
    length: 'Use 12 to 256 characters.',
    different: 'The passwords do not match.',
    show: 'Show passwords',
    resetTitle: 'New password',
    resetLead: 'Choose the password that you will sign in with from now on. You are signed out of all other devices.',
    resetSubmit: 'Change password',
    resetUnusableTitle: 'Your password could not be changed',
    submit: 'Activate',
    unusableTitle: 'Your user could not be activated',
    incomplete: 'This link is incomplete. Open the whole link in the e-mail again, or ask for another invitation.',
    doneTitle: 'Done',
    done: 'Your password is set. You can sign in to the product as the administrator of your account.',
    signIn: 'Go to the sign-in page',
  },
)
