import { LIMITS } from '@partner-accounts/rules'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { Console } from './browser.ts'
import { DEFERRED_DOMAIN } from './mail-server.ts'
import { checkScreens } from './screens.ts'
import { FAILED_MAILS, FIRST_PENDING_ACCOUNT, nameOf } from './seed.ts'

/** Returns the button of the open dialog that runs the change. */
const confirmButton = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true })

export function testChanges(getConsole: () => Console): void {
  it('Suspending a partner requires its name to be typed, and can be undone', async () => {
    const { openAs, service, users } = getConsole()
    const { partnerId: id } = users[4]!
    const statusOf = async () => (await service.internal.partners.get.query({ id })).status
    const page = await openAs('admin', `/console/partners/${id}`)
    await page.getByRole('button', { name: 'Suspender' }).click()
    expect(await confirmButton(page, 'Suspender').isDisabled()).toBe(true)
    await page.getByLabel('Motivo').fill('Pedido por telefone')
    await page.getByLabel('Digite “Jequitibá Sistemas” para confirmar').fill('jequitibá')
    expect(await confirmButton(page, 'Suspender').isDisabled()).toBe(true)
    await page.getByLabel('Digite “Jequitibá Sistemas” para confirmar').fill('jequitibá sistemas')
    await confirmButton(page, 'Suspender').click()
    await page.locator('.facts').getByText('Suspenso').waitFor()
    expect(await statusOf()).toBe('suspended')
    const history = page.getByRole('region', { name: 'Histórico' })
    const entry = history.getByRole('row').filter({ hasText: 'Suspendeu o parceiro' })
    await entry.getByText('Motivo: Pedido por telefone').waitFor()
    await entry.getByText('de 127.0.0.1').waitFor()
    await page.getByRole('button', { name: 'Desfazer' }).click()
    await page.getByText('Desfeito.').waitFor()
    await page.locator('.facts').getByText('Ativo').waitFor()
    expect(await statusOf()).toBe('active')
  })

  it('A new partner receives a coupon, a user with chosen permissions, another name and another rate limit', async () => {
    const { openAs, service } = getConsole()
    const page = await openAs('admin', '/console/partners')
    await page.getByRole('button', { name: 'Criar parceiro' }).click()
    await page.getByLabel('Nome', { exact: true }).fill('grupo aroeira')
    await page.getByText('Já existe um parceiro com este nome: Grupo Aroeira').waitFor()
    await page.getByLabel('Nome', { exact: true }).fill('Revenda Nova')
    await expect.poll(() => page.getByText('Já existe um parceiro').count()).toBe(0)
    await page.getByLabel('Código do cupom').fill('UNKNOWN')
    await confirmButton(page, 'Criar parceiro').click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Código do cupom').fill('VERAO26')
    await confirmButton(page, 'Criar parceiro').click()
    await page.getByRole('heading', { name: 'Revenda Nova', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'VERAO26' }).waitFor()

    await page.getByRole('button', { name: 'Convidar usuário' }).click()
    await page.getByLabel('Nome', { exact: true }).fill('Bia Lima')
    await page.getByLabel('E-mail', { exact: true }).fill('bia')
    await confirmButton(page, 'Enviar convite').click()
    await page.locator('.field-error').filter({ hasText: /./ }).waitFor()
    await page.getByLabel('E-mail', { exact: true }).fill('bia@nova.example')
    await page.getByLabel('criar contas').uncheck()
    await confirmButton(page, 'Enviar convite').click()
    const row = page.getByRole('row').filter({ hasText: 'bia@nova.example' })
    await row.getByText('Convidado').waitFor()
    await row.getByText('ver contas', { exact: true }).waitFor()
    await service.mails.tokenFor('bia@nova.example')

    await page.getByRole('button', { name: 'Renomear' }).click()
    await page.getByLabel('Nome', { exact: true }).fill('Revenda Novíssima')
    await confirmButton(page, 'Salvar').click()
    await page.getByRole('heading', { name: 'Revenda Novíssima', level: 1 }).waitFor()

    await page.getByRole('button', { name: 'Alterar limite' }).click()
    await page.getByLabel('Requisições por janela').fill('9')
    await confirmButton(page, 'Salvar').click()
    await page.locator('.field-error').filter({ hasText: 'entre 10 e 6000' }).waitFor()
    await page.getByLabel('Requisições por janela').fill('120')
    await page.getByLabel(/^Vale até/).fill('2099-12-25')
    await confirmButton(page, 'Salvar').click()
    await page.locator('.facts').getByText('120 até 25 de dezembro de 2099').waitFor()
    // The service reports the limit that it applies, which changes after a few seconds.
    await page.locator('.facts').getByText('0 de 120').waitFor()
    await page.getByRole('region', { name: 'Histórico' }).getByText('Requisições por janela: — → 120').waitFor()

    const notes = page.getByRole('region', { name: 'Notas' })
    await notes.getByRole('button', { name: 'Adicionar nota' }).click()
    await page.getByLabel('Texto').fill('Prefere boletos.\nLigar à tarde.')
    await confirmButton(page, 'Adicionar nota').click()
    await notes.getByText('Prefere boletos.').waitFor()
    await notes.getByRole('button', { name: 'Apagar' }).click()
    await confirmButton(page, 'Apagar').click()
    await notes.getByText('Nenhuma nota.').waitFor()
    await page.getByRole('region', { name: 'Histórico' }).getByText('Apagou uma nota').waitFor()
  })

  it('A test partner is created once, and the pages of the test and the live partner link to each other', async () => {
    const { openAs, service } = getConsole()
    const { id } = await service.internal.partners.create.mutate({ name: 'Revenda Real' })
    const page = await openAs('admin', `/console/partners/${id}`)
    const create = page.getByRole('button', { name: 'Criar parceiro de teste' })
    await create.click()
    await confirmButton(page, 'Criar parceiro de teste').click()
    await page.getByRole('heading', { name: 'Revenda Real (teste)', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'parceiro real' }).click()
    await page.getByRole('heading', { name: 'Revenda Real', level: 1, exact: true }).waitFor()
    await page.getByRole('link', { name: 'parceiro de teste' }).waitFor()
    expect(await create.count()).toBe(0)
    await page.getByRole('link', { name: 'parceiro de teste' }).click()
    await page.getByRole('heading', { name: 'Revenda Real (teste)', level: 1 }).waitFor()
  })

  it('Partners are created from a list after a preview, and none twice', async () => {
    const { openAs, service, users } = getConsole()
    const page = await openAs('admin', '/console/partners')
    await page.getByRole('link', { name: 'Criar vários' }).click()
    const list = page.getByLabel('Lista', { exact: true })
    await list.fill(`Nome;Cupom;Gestor;E-mail\nLista Um;VERAO26;Eva;eva@um.example\nLista Dois;;Ana;${users[0]?.email}`)
    await page.getByRole('button', { name: 'Conferir' }).click()
    await page.getByRole('row').filter({ hasText: 'Lista Dois' }).getByText('Este e-mail já está em uso.').waitFor()
    await page.getByRole('button', { name: 'Criar 1' }).click()
    await page.getByRole('link', { name: 'Criado' }).waitFor()
    await service.mails.tokenFor('eva@um.example')
    await list.fill('Lista Um;VERAO26;Eva;eva@um.example\nLista Três')
    await page.getByRole('button', { name: 'Conferir' }).click()
    const file = page.getByLabel('Arquivo CSV')
    await page.route('**/internal.partners.create', async (route) => {
      // Another file would replace the list whose partners are being created.
      await expect.poll(() => file.isDisabled()).toBe(true)
      await route.continue()
    })
    await page.getByRole('button', { name: 'Criar 1' }).click()
    await expect.poll(() => page.getByRole('link', { name: 'Criado' }).count()).toBe(2)
    await expect.poll(() => file.isEnabled()).toBe(true)
    expect((await service.internal.partners.list.query({ name: 'Lista' })).items.map(({ name }) => name)).toEqual([
      'Lista Um',
      'Lista Três',
    ])
    await page.unrouteAll()
    await list.fill('Lista Quatro')
    await page.getByRole('button', { name: 'Conferir' }).click()
    await page.getByText('Pode ser criado').waitFor()
    // The service creates the partner, but a proxy does not wait for its response.
    await page.route('**/internal.partners.create', async (route) => {
      await route.fetch()
      await route.fulfill({ status: 504 })
    })
    await page.getByRole('button', { name: 'Criar 1' }).click()
    await page.getByText('Sem resposta. Veja na lista de parceiros se foi criado.').waitFor()
    // Checking sends no row whose partner may exist.
    await page.getByRole('button', { name: 'Conferir' }).click()
    expect(await page.getByRole('button', { name: 'Criar 0' }).isDisabled()).toBe(true)
  })

  it('A user receives a password reset link and other permissions, is disabled, and enabled again with a new link', async () => {
    const { openAs, service, users } = getConsole()
    const { id, email } = users[0]!
    const page = await openAs('support', `/console/users/${id}`)
    await page.getByRole('button', { name: 'Enviar link de nova senha' }).click()
    await page.getByRole('region', { name: 'E-mails enviados' }).getByText('Nova senha').waitFor()
    await page.getByRole('button', { name: 'Alterar permissões' }).click()
    await page.getByLabel('gerenciar usuários').check()
    await confirmButton(page, 'Salvar').click()
    await page.locator('.facts').getByText('ver contas, criar contas, gerenciar usuários').waitFor()
    await page.getByRole('button', { name: 'Desativar' }).click()
    await confirmButton(page, 'Desativar').click()
    await page.locator('.facts').getByText('Desativado').waitFor()
    const before = await service.mails.tokenFor(email)
    await page.getByRole('button', { name: 'Desfazer' }).click()
    await page.locator('.facts').getByText('Convidado').waitFor()
    await expect.poll(() => service.mails.tokenFor(email)).not.toBe(before)
  })

  it('Chosen subscriptions are activated after a preview that shows which are already active', async () => {
    const { openAs, service, ids } = getConsole()
    const page = await openAs('support', '/console/subscriptions?status=pending')
    const oldest = [FIRST_PENDING_ACCOUNT, FIRST_PENDING_ACCOUNT + 1, FIRST_PENDING_ACCOUNT + 2]
    for (const index of oldest) await page.getByLabel(`Escolher ${nameOf(index)}`).check()
    await service.internal.subscriptions.activate.mutate({ accountId: ids[oldest[0]!]! })
    await page.getByRole('button', { name: 'Ativar escolhidas (3)' }).click()
    await page.getByText('2: serão ativadas').waitFor()
    await page.getByText('1: já ativas').waitFor()
    expect((await service.internal.accounts.get.query({ id: ids[oldest[1]!]! })).subscription.status).toBe('pending')
    await confirmButton(page, 'Ativar 2').click()
    await page.getByText('Assinaturas ativadas: 2.').waitFor()
    await page.getByRole('rowheader', { name: nameOf(oldest[1]!) }).waitFor({ state: 'detached' })
    for (const index of oldest) {
      expect((await service.internal.accounts.get.query({ id: ids[index]! })).subscription.status).toBe('active')
    }
  })

  it('More subscriptions than fit into a call are activated in batches, until the operator stops', async () => {
    const page = await getConsole().openAs('support', '/console/subscriptions?status=pending')
    // Loads four pages of the list, because all of their rows can be chosen together.
    for (let loadedPages = 1; loadedPages < 4; loadedPages++) {
      const rows = await page.getByRole('rowheader').count()
      await page.getByRole('button', { name: 'Carregar mais' }).click()
      await expect.poll(() => page.getByRole('rowheader').count()).toBeGreaterThan(rows)
    }
    await page.getByLabel('Escolher todas as mostradas').check()
    const chosen = await page.getByRole('rowheader').count()
    await page.getByRole('button', { name: `Ativar escolhidas (${chosen})` }).click()
    await page.getByText(`${chosen}: serão ativadas`).waitFor()
    let sendSecondBatch = () => {}
    const stopPressed = new Promise<void>((resolve) => {
      sendSecondBatch = resolve
    })
    let batches = 0
    await page.route('**/internal.subscriptions.activateMany', async (route) => {
      const isDryRun = route.request().postData()?.includes('"dryRun":true')
      if (!isDryRun) batches += 1
      if (batches > 1) await stopPressed
      await route.continue()
    })
    await confirmButton(page, `Ativar ${chosen}`).click()
    await page.getByText(`${LIMITS.activationsPerCall} de ${chosen} processadas`).waitFor()
    await page.getByRole('button', { name: 'Parar' }).click()
    sendSecondBatch()
    // The second batch, which was in progress, is completed.
    await page.getByText(`Assinaturas ativadas: ${2 * LIMITS.activationsPerCall}.`).waitFor()
    expect(batches).toBe(2)
    expect(chosen).toBeGreaterThan(2 * LIMITS.activationsPerCall)
  })

  it('An account is corrected, and its subscription changed, changed back by undo, canceled, and replaced', async () => {
    const { openAs, ids } = getConsole()
    const page = await openAs('admin', `/console/accounts/${ids[20]}`)
    await page.getByRole('button', { name: 'Corrigir dados' }).click()
    await page.getByLabel('E-mail', { exact: true }).fill('administradora.21@cliente.example')
    await page.getByLabel('Motivo').fill('E-mail errado')
    await confirmButton(page, 'Salvar').click()
    await page.getByRole('dialog').getByText('Este e-mail já está cadastrado.').last().waitFor()
    await page.getByLabel('E-mail', { exact: true }).fill('corrigida@cliente.example')
    await page.getByLabel('CNPJ').fill('')
    // Types as Android's keyboards do: they replace the whole composed text at each key.
    const devTools = await page.context().newCDPSession(page)
    await page.getByLabel('CNPJ').focus()
    for (const text of ['112', '11222333000181'])
      await devTools.send('Input.imeSetComposition', { text, selectionStart: 0, selectionEnd: 0 })
    await devTools.send('Input.insertText', { text: '11222333000181' })
    expect(await page.getByLabel('CNPJ').inputValue()).toBe('11.222.333/0001-81')
    await page.getByLabel('Complemento').fill('Sala 3')
    await confirmButton(page, 'Salvar').click()
    await page.locator('.facts').getByText('corrigida@cliente.example').waitFor()
    await page.locator('.facts').getByText('11.222.333/0001-81').waitFor()
    await page.locator('.facts').getByText('Sala 3').waitFor()
    await page
      .getByRole('region', { name: 'Histórico' })
      .getByText('administradora.20@cliente.example → corrigida@cliente.example')
      .waitFor()

    const contracted = page.locator('.figure').filter({ hasText: 'Funcionários contratados' })
    await page.getByRole('button', { name: 'Alterar assinatura' }).click()
    await page.getByLabel('Funcionários contratados').fill('77')
    await confirmButton(page, 'Salvar').click()
    await contracted.getByText('77').waitFor()
    await page.getByRole('button', { name: 'Desfazer' }).click()
    await contracted.getByText('12').waitFor()
    await page.getByRole('button', { name: 'Alterar assinatura' }).click()
    expect(await page.getByLabel('Funcionários contratados').inputValue()).toBe('12')
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Cancelar assinatura' }).click()
    await page.getByLabel('Motivo').fill('Empresa fechada')
    await page.getByLabel(/^Digite/).fill(nameOf(20))
    await confirmButton(page, 'Cancelar assinatura').click()
    await page.locator('.facts').getByText('Cancelada').waitFor()
    expect(await page.getByRole('button', { name: 'Alterar assinatura' }).count()).toBe(0)

    await page.getByRole('button', { name: 'Nova assinatura' }).click()
    await page.getByLabel('Funcionários contratados').fill('30')
    await page.getByLabel('Código do cupom').fill('LANCAMENTO')
    await confirmButton(page, 'Nova assinatura').click()
    await page.getByRole('dialog').getByText('O cupom venceu').waitFor()
    await page.getByLabel('Código do cupom').fill('VERAO26')
    await confirmButton(page, 'Nova assinatura').click()
    await page.locator('.facts').getByText('Pendente').waitFor()
    await page.locator('.facts').getByText('15% VERAO26').waitFor()
    await contracted.getByText('30').waitFor()
  })

  it('Personal data of an account with a canceled subscription, and of a disabled user, are erased for good', async () => {
    const { openAs, service, users, ids } = getConsole()
    const { internal } = service
    await internal.subscriptions.cancel.mutate({ accountId: ids[22]! })
    const { id } = await internal.portalUsers.invite.mutate({
      partnerId: users[0]!.partnerId,
      email: 'caio@revenda.example',
      name: 'Caio Reis',
    })
    await internal.portalUsers.disable.mutate({ id })
    for (const [path, name, erasure] of [
      [`/console/accounts/${ids[22]}`, nameOf(22), 'Apagou os dados pessoais da conta'],
      [`/console/users/${id}`, 'Caio Reis', 'Apagou os dados pessoais do usuário'],
    ] as const) {
      const page = await openAs('admin', path)
      await page.getByRole('button', { name: 'Apagar dados pessoais' }).click()
      await page.getByLabel('Motivo').fill('Pedido do titular')
      await page.getByLabel(/^Digite/).fill(name)
      await confirmButton(page, 'Apagar dados pessoais').click()
      await page.getByRole('heading', { name: 'Dados apagados', level: 1 }).waitFor()
      await page.getByRole('row').filter({ hasText: erasure }).getByText('Motivo: Pedido do titular').waitFor()
      expect(await page.locator('.page-header').getByRole('button').count()).toBe(0)
      expect(await page.getByRole('region', { name: /^(E-mails|Chave)/ }).count()).toBe(0)
      expect(await page.locator('main').textContent()).not.toContain(name)
      await checkScreens(page, `erased-${path.split('/')[2]}`)
    }
  })

  it('A new access key is shown once, works, and no longer works after it is revoked', async () => {
    const { openAs, service, ids } = getConsole()
    const page = await openAs('admin', `/console/accounts/${ids[30]}`)
    await page.getByRole('button', { name: 'Gerar nova chave' }).click()
    await page.getByLabel('Motivo').fill('Chave perdida')
    await page.getByLabel(/^Digite/).fill(nameOf(30))
    await confirmButton(page, 'Gerar nova chave').click()
    const secrets = page.getByRole('alertdialog', { name: 'Guarde agora' })
    await secrets.waitFor()
    const [token = '', secret = ''] = await secrets.locator('dd:not(.credential-action)').allTextContents()
    const findOwner = () => service.internal.accounts.authenticateApiToken.mutate({ apiToken: token })
    expect(await findOwner()).toMatchObject({ id: ids[30] })
    // Escape does not close the dialog that shows the key.
    await page.keyboard.press('Escape')
    await secrets.getByRole('button', { name: 'Já guardei' }).click()
    await secrets.waitFor({ state: 'detached' })
    const content = await page.content()
    expect([content.includes(token), content.includes(secret)]).toEqual([false, false])
    await page.getByRole('button', { name: 'Revogar chave' }).click()
    await page.getByLabel('Motivo').fill('Chave vazada')
    await page.getByLabel(/^Digite/).fill(nameOf(30))
    await confirmButton(page, 'Revogar chave').click()
    await page.getByText('Revogada', { exact: true }).waitFor()
    expect(await findOwner()).toBeNull()
  })

  it('Mails that the mail server deferred are sent on request, before their next attempt', async () => {
    const { openAs, service, users } = getConsole()
    const { partnerId } = users[2]!
    const email = `rita@${DEFERRED_DOMAIN}`
    await service.internal.portalUsers.invite.mutate({ partnerId, email, name: 'Rita' })
    const lastError = async () => (await service.internal.mails.list.query({ recipient: email })).items[0]?.lastError
    await expect.poll(lastError).toContain('451')
    const page = await openAs('support', '/console/mails?status=queued')
    await page.getByRole('row').filter({ hasText: email }).getByText('451').waitFor()
    // Postpones the next attempt, as an outage of hours does.
    service.runSql(
      "UPDATE mails SET due_at = now() + interval '1 hour' WHERE status = 'queued' AND last_error IS NOT NULL",
    )
    service.mails.acceptsDeferred = true
    await page.getByRole('button', { name: 'Enviar agora os adiados' }).click()
    await page.getByText('E-mails: 1').waitFor()
    await confirmButton(page, 'Enviar de novo').click()
    await service.mails.tokenFor(email)
  })

  it('The activation is offered again until the administrator has chosen a password', async () => {
    const { openAs, service, ids } = getConsole()
    const page = await openAs('support', `/console/accounts/${ids[5]}`)
    const resend = page.getByRole('button', { name: 'Reenviar ativação' })
    await resend.waitFor()
    const token = await service.mails.tokenFor('administradora.5@cliente.example')
    await service.client().activation.activate.mutate({ token, password: 'correct horse battery staple' })
    await page.reload()
    await page.locator('.facts').getByText('Ativado').waitFor()
    expect(await resend.count()).toBe(0)
  })

  it('A failed mail is previewed without its link, and sent again with all other failed mails', async () => {
    const { openAs, service } = getConsole()
    const page = await openAs('support', '/console/mails?status=failed')
    const failed = page.getByRole('rowheader')
    await page.getByRole('rowheader', { name: 'Ativação do administrador' }).getByRole('link').click()
    const preview = page.getByRole('region', { name: 'Prévia' })
    await preview.getByText('/activate?token=').waitFor()
    expect(await preview.textContent()).not.toMatch(/token=pa[a-z]_/)
    await page.goBack()
    await page.getByRole('button', { name: 'Enviar todos os que falharam' }).click()
    await page.getByText(`E-mails: ${FAILED_MAILS}`).waitFor()
    await confirmButton(page, 'Enviar de novo').click()
    await page.getByText('Os e-mails estão na fila de novo.').waitFor()
    // The mail server rejects them again.
    await page.getByLabel('Situação').selectOption('Falhou')
    const countFailed = async () => (await service.internal.mails.list.query({ status: 'failed' })).items.length
    await expect.poll(countFailed).toBe(FAILED_MAILS)
    await page.reload()
    await failed.nth(1).waitFor()
    await failed.first().getByRole('link').click()
    await page.getByText('Enviou o e-mail de novo').waitFor()
    await page.getByRole('button', { name: 'Enviar de novo' }).click()
    await page.getByText(/^O e-mail para .+@.+ está na fila de novo\.$/).waitFor()
    await page.getByRole('button', { name: 'Descartar' }).click()
    await confirmButton(page, 'Descartar').click()
    await page.getByText('O e-mail foi descartado.').waitFor()
  })

  it('A coupon is created with its last day in Brazil’s time, is ended, and continues after an undo', async () => {
    const { openAs, service } = getConsole()
    const page = await openAs('admin', '/console/coupons')
    await page.getByRole('button', { name: 'Criar cupom' }).click()
    await page.getByLabel('Código').fill('NATAL26')
    await page.getByLabel('Desconto (%)').fill('101')
    await confirmButton(page, 'Criar cupom').click()
    await page.locator('.field-error').filter({ hasText: /./ }).waitFor()
    await page.getByLabel('Desconto (%)').fill('10')
    await page.getByLabel(/^Vale até \(Horário .*de Brasília\)/).fill('2099-12-25')
    await confirmButton(page, 'Criar cupom').click()
    await page.getByRole('link', { name: 'NATAL26' }).click()
    await page.getByRole('heading', { name: 'NATAL26', level: 1 }).waitFor()
    const { expiresAt } = await service.internal.coupons.get.query({ code: 'NATAL26' })
    expect(expiresAt).toBe('2099-12-26T02:59:59+00:00')
    await page.locator('.facts').getByText('25 de dezembro de 2099').waitFor()
    await page.getByRole('button', { name: 'Alterar prazo e limite' }).click()
    expect(await page.getByLabel('Vale até').inputValue()).toBe('2099-12-25')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Encerrar' }).click()
    await confirmButton(page, 'Encerrar').click()
    await page.locator('.facts').getByText('Encerrado').waitFor()
    // With the previous day, saving another limit would let the coupon continue.
    await page.getByRole('button', { name: 'Alterar prazo e limite' }).click()
    expect(await page.getByLabel('Vale até').inputValue()).not.toBe('2099-12-25')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Desfazer' }).click()
    await page.locator('.facts').getByText('Encerrado').waitFor({ state: 'detached' })
    expect((await service.internal.coupons.get.query({ code: 'NATAL26' })).expiresAt).toBe(expiresAt)
  })
}
