export { verify } from '@partner-accounts/sdk/webhooks'
