import 'reflect-metadata'
import { Controller, Get, HttpCode, Module, Post, Req } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { PartnerAccounts } from '@partner-accounts/sdk'
import { verify } from '@partner-accounts/sdk/webhooks'
// The module of the SDK's README, which the test writes into this folder.
import { PartnerAccountsModule } from './partner-accounts.module'

interface RawRequest {
  rawBody?: Buffer
  headers: Record<string, string>
}

@Controller()
class CustomersController {
  constructor(private readonly partnerAccounts: PartnerAccounts) {}

  @Get('customers')
  async count() {
    const { meta } = await this.partnerAccounts.accounts.list()
    return { total: meta.total }
  }

  @Post('webhooks')
  @HttpCode(200)
  async receive(@Req() request: RawRequest) {
    return verify(request.rawBody!, request.headers, process.env.WEBHOOK_SECRET!)
  }
}

@Module({ imports: [PartnerAccountsModule], controllers: [CustomersController] })
class ApplicationModule {}

async function start() {
  const application = await NestFactory.create(ApplicationModule, { rawBody: true, logger: false })
  await application.listen(0, '127.0.0.1')
  console.log(await application.getUrl())
}

void start()
