// Generated from the router by `pnpm --filter @partner-accounts/client run types`.
// Each procedure has its input and its result. Times are ISO 8601 texts.
import type { TRPCBuiltRouter, TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server'

type Query<Input, Output> = TRPCQueryProcedure<{ input: Input; output: Output; meta: unknown }>
type Mutation<Input, Output> = TRPCMutationProcedure<{ input: Input; output: Output; meta: unknown }>

export type AppRouter = TRPCBuiltRouter<
  { ctx: object; meta: object; errorShape: ErrorShape; transformer: false },
  Procedures
>

interface ErrorShape {
  code: 
    | -32001
    | -32002
    | -32003
    | -32004
    | -32005
    | -32008
    | -32009
    | -32012
    | -32013
    | -32015
    | -32022
    | -32028
    | -32029
    | -32099
    | -32600
    | -32603
    | -32700
  data: {
    appCode: number | undefined
    code: 
      | 'BAD_GATEWAY'
      | 'BAD_REQUEST'
      | 'CLIENT_CLOSED_REQUEST'
      | 'CONFLICT'
      | 'FORBIDDEN'
      | 'GATEWAY_TIMEOUT'
      | 'INTERNAL_SERVER_ERROR'
      | 'METHOD_NOT_SUPPORTED'
      | 'NOT_FOUND'
      | 'NOT_IMPLEMENTED'
      | 'PARSE_ERROR'
      | 'PAYLOAD_TOO_LARGE'
      | 'PAYMENT_REQUIRED'
      | 'PRECONDITION_FAILED'
      | 'PRECONDITION_REQUIRED'
      | 'SERVICE_UNAVAILABLE'
      | 'TIMEOUT'
      | 'TOO_MANY_REQUESTS'
      | 'UNAUTHORIZED'
      | 'UNPROCESSABLE_CONTENT'
      | 'UNSUPPORTED_MEDIA_TYPE'
    fields: { [key: string]: string[] } | undefined
    httpStatus: number
    name: 
      | 'account-ambiguous'
      | 'account-erased'
      | 'account-not-found'
      | 'activation-link-expired'
      | 'activation-link-invalid'
      | 'activation-link-used'
      | 'activation-mail-just-sent'
      | 'administrator-already-active'
      | 'administrator-email-taken'
      | 'approval-by-requester'
      | 'approval-not-found'
      | 'bad-request'
      | 'batch-too-long'
      | 'body-too-large'
      | 'coupon-code-taken'
      | 'coupon-not-found'
      | 'coupon-not-redeemable'
      | 'coupon-redeemed-more-often'
      | 'event-unknown'
      | 'forbidden'
      | 'header-too-large'
      | 'idempotency-key-reused'
      | 'idempotent-request-in-flight'
      | 'integration-manages-users'
      | 'integration-sign-in'
      | 'internal'
      | 'invalid-account-identifier'
      | 'invalid-credentials'
      | 'invalid-fields'
      | 'invalid-idempotency-key'
      | 'invalid-internal-key'
      | 'invalid-json'
      | 'invalid-webhook-url'
      | 'invitation-just-sent'
      | 'last-manager'
      | 'live-mode'
      | 'mail-content-erased'
      | 'mail-key-removed'
      | 'mail-not-found'
      | 'mail-unknown'
      | 'method-not-allowed'
      | 'note-not-found'
      | 'operator-forbidden'
      | 'operator-session-not-found'
      | 'overloaded'
      | 'partner-already-active'
      | 'partner-already-suspended'
      | 'partner-in-live-mode'
      | 'partner-in-test-mode'
      | 'partner-not-found'
      | 'password-link-invalid'
      | 'password-too-common'
      | 'person-not-found'
      | 'portal-user-already-active'
      | 'portal-user-email-taken'
      | 'portal-user-erased'
      | 'portal-user-not-active'
      | 'portal-user-not-disabled'
      | 'portal-user-not-found'
      | 'rate-limited'
      | 'reason-missing'
      | 'request-timeout'
      | 'route-not-found'
      | 'second-factor-active'
      | 'second-factor-missing'
      | 'second-factor-required'
      | 'sign-in-link-invalid'
      | 'storage-unavailable'
      | 'subscription-canceled'
      | 'subscription-not-active'
      | 'subscription-not-canceled'
      | 'team-full'
      | 'test-partner-exists'
      | 'too-many-invitations'
      | 'too-many-password-resets'
      | 'too-many-sign-ins'
      | 'too-many-webhooks'
      | 'unauthenticated'
      | 'unsupported-media-type'
      | 'user-not-activated'
      | 'webhook-not-active'
      | 'webhook-not-found'
      | 'wrong-code'
      | 'wrong-password'
    path?: string
    retryAfterSeconds: number | undefined
    stack?: string
    uiMessage: string | undefined
  }
  message: string
}

type Procedures = {
  accounts: {
    create: Mutation<
      {
        company_doc: {
          address: {
            cep: string
            city: string
            complement?: string | null | undefined
            neighborhood: string
            state: 
              | 'AC'
              | 'AL'
              | 'AM'
              | 'AP'
              | 'BA'
              | 'CE'
              | 'DF'
              | 'ES'
              | 'GO'
              | 'MA'
              | 'MG'
              | 'MS'
              | 'MT'
              | 'PA'
              | 'PB'
              | 'PE'
              | 'PI'
              | 'PR'
              | 'RJ'
              | 'RN'
              | 'RO'
              | 'RR'
              | 'RS'
              | 'SC'
              | 'SE'
              | 'SP'
              | 'TO'
            street_name: string
            street_number: string
          }
          cnpj?: string | null | undefined
          cpf?: string | null | undefined
          financial_email?: string | null | undefined
          name: string
          trade_name: string
        }
        email: string
        employees_quantity: number
        full_name: string
        mobile_phone: string
      },
      { _id: string; api_token: string; secret: string }
    >
    export: Query<
      {
        administratorStatus?: 'activated' | 'invited' | null | undefined
        after?: string | null | undefined
        createdBefore?: string | null | undefined
        createdFrom?: string | null | undefined
        query?: string | null | undefined
        subscriptionStatuses?: ('active' | 'canceled' | 'pending')[] | null | undefined
      },
      {
        items: {
          activeEmployees: number
          administrator: {
            email: string
            fullName: string
            isActivated: boolean
          }
          apiTokenStatus: 'active' | 'revoked'
          cnpj: string | null
          cpf: string | null
          createdAt: string
          financialEmail: string | null
          id: string
          name: string
          partnerId: string
          subscriptionEmployees: number
          subscriptionFaceIds: number
          subscriptionStatus: 'active' | 'canceled' | 'pending'
          tradeName: string
        }[]
        next: string | null
      }
    >
    findExisting: Mutation<
      {
        cnpjs?: string[] | undefined
        cpfs?: string[] | undefined
        emails?: string[] | undefined
      },
      {
        administratorEmail: string
        cnpj: string | null
        cpf: string | null
        id: string
        name: string
      }[]
    >
    get: Query<
      { account_id: string },
      {
        _created: string
        _id: string
        active_employees: number
        api_token?: string | null | undefined
        cnpj: string | null
        financial_email: string | null
        name: string | null
        subscription_employees: number
        subscription_face_ids: number
      }
    >
    list: Query<
      {
        max_results?: number | string | undefined
        page?: number | string | undefined
      } | undefined,
      {
        _items: {
          _created: string
          _id: string
          active_employees: number
          cnpj: string | null
          financial_email: string | null
          name: string | null
          subscription_employees: number
          subscription_face_ids: number
        }[]
        _links: {
          last?: { href: string; title: string } | undefined
          next?: { href: string; title: string } | undefined
          parent: { href: string; title: string }
          self?: { href: string; title: string } | undefined
        }
        _meta: {
          max_results: number
          page: number
          total: number
        }
      }
    >
    resendActivationMail: Mutation<
      { id: string },
      { id: string }
    >
    search: Query<
      {
        administratorStatus?: 'activated' | 'invited' | null | undefined
        createdBefore?: string | null | undefined
        createdFrom?: string | null | undefined
        order?: 'name' | 'newest' | 'oldest' | undefined
        page?: number | undefined
        pageSize?: number | undefined
        query?: string | null | undefined
        subscriptionStatuses?: ('active' | 'canceled' | 'pending')[] | null | undefined
      },
      {
        isSimilar: boolean
        isTotalExact: boolean
        items: {
          activeEmployees: number
          administrator: {
            email: string
            fullName: string
            isActivated: boolean
          }
          apiTokenStatus: 'active' | 'revoked'
          cnpj: string | null
          cpf: string | null
          createdAt: string
          financialEmail: string | null
          id: string
          name: string
          partnerId: string
          subscriptionEmployees: number
          subscriptionFaceIds: number
          subscriptionStatus: 'active' | 'canceled' | 'pending'
          tradeName: string
        }[]
        page: number
        pageSize: number
        total: number
      }
    >
    show: Query<
      { id: string },
      {
        activeEmployees: number
        administrator: {
          email: string
          fullName: string
          mobilePhone: string
        }
        administratorStatus: 'activated' | 'invited' | 'not-invited'
        apiTokenStatus: 'active' | 'revoked'
        createdAt: string
        employer: {
          cnpj: string | null
          cpf: string | null
          financialEmail: string | null
          name: string
          tradeName: string
        }
        erasedAt: string | null
        history: {
          action: 
            | 'account.created'
            | 'account.erased'
            | 'account.token-reissued'
            | 'account.token-revoked'
            | 'account.usage-reported'
            | 'administrator.activated'
            | 'administrator.corrected'
            | 'administrator.invited'
            | 'employer.corrected'
            | 'subscription.activated'
            | 'subscription.canceled'
            | 'subscription.changed'
            | 'subscription.created'
          actor: 'activation-link' | 'internal' | 'operator' | 'portal-user' | 'service'
          at: string
          name: string | undefined
        }[]
        id: string
        partnerId: string
        subscription: {
          coupon: string | null
          employees: number
          faceIds: number
          id: string
          percentOff: number | null
          status: 'active' | 'canceled' | 'pending'
        }
        unit: {
          address: {
            cep: string
            city: string
            complement: string | null
            neighborhood: string
            state: 
              | 'AC'
              | 'AL'
              | 'AM'
              | 'AP'
              | 'BA'
              | 'CE'
              | 'DF'
              | 'ES'
              | 'GO'
              | 'MA'
              | 'MG'
              | 'MS'
              | 'MT'
              | 'PA'
              | 'PB'
              | 'PE'
              | 'PI'
              | 'PR'
              | 'RJ'
              | 'RN'
              | 'RO'
              | 'RR'
              | 'RS'
              | 'SC'
              | 'SE'
              | 'SP'
              | 'TO'
            streetName: string
            streetNumber: string
          }
          name: string
        }
        workSchedule: {
          days: readonly {
            periods: readonly { end: string; start: string }[]
            weekday: 'friday' | 'monday' | 'saturday' | 'sunday' | 'thursday' | 'tuesday' | 'wednesday'
          }[]
          name: string
        }
      }
    >
  }
  activation: {
    activate: Mutation<
      { password: string; token: string },
      {
        email: string
        id: string
        kind: 'portal-user'
        status: 'active' | 'disabled' | 'invited'
      } | {
        email?: undefined
        id: string
        kind: 'administrator'
        status: 'active'
      }
    >
    check: Mutation<
      { token: string },
      undefined
    >
  }
  events: {
    list: Query<
      {
        after?: string | undefined
        max_results?: number | string | undefined
      } | undefined,
      {
        _items: {
          data: {
            account: {
              _created: string
              _id: string
              active_employees: number
              cnpj: string | null
              financial_email: string | null
              name: string | null
              subscription_employees: number
              subscription_face_ids: number
            }
            account_id: string
            corrected?: 'administrator' | 'employer'
          } | {
            corrected?: 'administrator' | 'employer'
            portal_user_id: string
          }
          id: string
          timestamp: string
          type: 
            | 'account.corrected'
            | 'account.created'
            | 'administrator.activated'
            | 'api_token.reissued'
            | 'api_token.revoked'
            | 'portal_user.activated'
            | 'portal_user.disabled'
            | 'subscription.activated'
            | 'subscription.canceled'
            | 'subscription.changed'
        }[]
        _links: {
          next?: { href: string; title: string } | undefined
          parent: { href: string; title: string }
        }
        _meta: { max_results: number }
      }
    >
  }
  internal: {
    accounts: {
      authenticateApiToken: Mutation<
        { apiToken: string },
        { id: string; partnerId: string } | null
      >
      correct: Mutation<
        {
          address?: {
            cep?: string | null | undefined
            city?: string | null | undefined
            complement?: string | null | undefined
            neighborhood?: string | null | undefined
            state?: string | null | undefined
            streetName?: string | null | undefined
            streetNumber?: string | null | undefined
          } | null | undefined
          administrator?: {
            email?: string | null | undefined
            fullName?: string | null | undefined
            mobilePhone?: string | null | undefined
          } | null | undefined
          employer?: {
            cnpj?: string | null | undefined
            cpf?: string | null | undefined
            financialEmail?: string | null | undefined
            name?: string | null | undefined
            tradeName?: string | null | undefined
          } | null | undefined
          id: string
          reason?: string | null | undefined
        },
        {
          activeEmployees: number
          administrator: {
            email: string
            fullName: string
            mobilePhone: string
          }
          administratorStatus: 'activated' | 'invited' | 'not-invited'
          apiTokenStatus: 'active' | 'revoked'
          createdAt: string
          employer: {
            cnpj: string | null
            cpf: string | null
            financialEmail: string | null
            name: string
            tradeName: string
          }
          erasedAt: string | null
          id: string
          partnerId: string
          subscription: {
            coupon: string | null
            employees: number
            faceIds: number
            id: string
            percentOff: number | null
            status: 'active' | 'canceled' | 'pending'
          }
          unit: {
            address: {
              cep: string
              city: string
              complement: string | null
              neighborhood: string
              state: 
                | 'AC'
                | 'AL'
                | 'AM'
                | 'AP'
                | 'BA'
                | 'CE'
                | 'DF'
                | 'ES'
                | 'GO'
                | 'MA'
                | 'MG'
                | 'MS'
                | 'MT'
                | 'PA'
                | 'PB'
                | 'PE'
                | 'PI'
                | 'PR'
                | 'RJ'
                | 'RN'
                | 'RO'
                | 'RR'
                | 'RS'
                | 'SC'
                | 'SE'
                | 'SP'
                | 'TO'
              streetName: string
              streetNumber: string
            }
            name: string
          }
          workSchedule: {
            days: readonly {
              periods: readonly { end: string; start: string }[]
              weekday: 'friday' | 'monday' | 'saturday' | 'sunday' | 'thursday' | 'tuesday' | 'wednesday'
            }[]
            name: string
          }
        } | {
          approval: {
            accountId: string | null
            action: 
              | 'account.correct'
              | 'account.reissue-token'
              | 'account.revoke-token'
              | 'partner.suspend'
              | 'subscription.cancel'
            corrections: { [key: string]: string | null }
            expiresAt: string
            id: string
            partnerId: string
            reason: string | null
            requestedAt: string
            requestedBy: string
          }
        }
      >
      erase: Mutation<
        { id: string; reason: string },
        {
          erasedAt: string
          id: string
          wasErased: boolean
        }
      >
      list: Query<
        {
          cursor?: string | null | undefined
          email?: string | null | undefined
          from?: string | null | undefined
          includeTest?: boolean | undefined
          limit?: number | null | undefined
          order?: 'newest' | 'oldest' | null | undefined
          partnerId?: string | null | undefined
          status?: 'active' | 'canceled' | 'pending' | null | undefined
          taxId?: string | null | undefined
          to?: string | null | undefined
          withTotal?: boolean | undefined
        } | undefined,
        {
          items: {
            administratorEmail: string
            cnpj: string | null
            cpf: string | null
            createdAt: string
            id: string
            name: string
            partnerId: string
            partnerMode: 'live' | 'test'
            partnerName: string
            subscriptionEmployees: number
            subscriptionStatus: 'active' | 'canceled' | 'pending'
          }[]
          nextCursor: string | null
          total?: { count: number; isExact: boolean }
        }
      >
      reissueToken: Mutation<
        { id: string; reason?: string | null | undefined },
        {
          approval: {
            accountId: string | null
            action: 
              | 'account.correct'
              | 'account.reissue-token'
              | 'account.revoke-token'
              | 'partner.suspend'
              | 'subscription.cancel'
            corrections: { [key: string]: string | null }
            expiresAt: string
            id: string
            partnerId: string
            reason: string | null
            requestedAt: string
            requestedBy: string
          }
        } | { apiToken: string; id: string; secret: string }
      >
      reportUsage: Mutation<
        { activeEmployees: number; id: string },
        { activeEmployees: number; id: string }
      >
      revokeToken: Mutation<
        { id: string; reason?: string | null | undefined },
        {
          approval: {
            accountId: string | null
            action: 
              | 'account.correct'
              | 'account.reissue-token'
              | 'account.revoke-token'
              | 'partner.suspend'
              | 'subscription.cancel'
            corrections: { [key: string]: string | null }
            expiresAt: string
            id: string
            partnerId: string
            reason: string | null
            requestedAt: string
            requestedBy: string
          }
        } | { apiTokenStatus: 'revoked'; id: string }
      >
      show: Query<
        { id: string },
        {
          activeEmployees: number
          administrator: {
            email: string
            fullName: string
            mobilePhone: string
          }
          administratorStatus: 'activated' | 'invited' | 'not-invited'
          apiTokenStatus: 'active' | 'revoked'
          createdAt: string
          employer: {
            cnpj: string | null
            cpf: string | null
            financialEmail: string | null
            name: string
            tradeName: string
          }
          erasedAt: string | null
          id: string
          partnerId: string
          subscription: {
            coupon: string | null
            employees: number
            faceIds: number
            id: string
            percentOff: number | null
            status: 'active' | 'canceled' | 'pending'
          }
          unit: {
            address: {
              cep: string
              city: string
              complement: string | null
              neighborhood: string
              state: 
                | 'AC'
                | 'AL'
                | 'AM'
                | 'AP'
                | 'BA'
                | 'CE'
                | 'DF'
                | 'ES'
                | 'GO'
                | 'MA'
                | 'MG'
                | 'MS'
                | 'MT'
                | 'PA'
                | 'PB'
                | 'PE'
                | 'PI'
                | 'PR'
                | 'RJ'
                | 'RN'
                | 'RO'
                | 'RR'
                | 'RS'
                | 'SC'
                | 'SE'
                | 'SP'
                | 'TO'
              streetName: string
              streetNumber: string
            }
            name: string
          }
          workSchedule: {
            days: readonly {
              periods: readonly { end: string; start: string }[]
              weekday: 'friday' | 'monday' | 'saturday' | 'sunday' | 'thursday' | 'tuesday' | 'wednesday'
            }[]
            name: string
          }
        }
      >
    }
    approvals: {
      approve: Mutation<
        { id: string },
        {
          action: 
            | 'account.correct'
            | 'account.reissue-token'
            | 'account.revoke-token'
            | 'partner.suspend'
            | 'subscription.cancel'
          result: {
            activeEmployees: number
            administrator: {
              email: string
              fullName: string
              mobilePhone: string
            }
            administratorStatus: 'activated' | 'invited' | 'not-invited'
            apiTokenStatus: 'active' | 'revoked'
            createdAt: string
            employer: {
              cnpj: string | null
              cpf: string | null
              financialEmail: string | null
              name: string
              tradeName: string
            }
            erasedAt: string | null
            id: string
            partnerId: string
            subscription: {
              coupon: string | null
              employees: number
              faceIds: number
              id: string
              percentOff: number | null
              status: 'active' | 'canceled' | 'pending'
            }
            unit: {
              address: {
                cep: string
                city: string
                complement: string | null
                neighborhood: string
                state: 
                  | 'AC'
                  | 'AL'
                  | 'AM'
                  | 'AP'
                  | 'BA'
                  | 'CE'
                  | 'DF'
                  | 'ES'
                  | 'GO'
                  | 'MA'
                  | 'MG'
                  | 'MS'
                  | 'MT'
                  | 'PA'
                  | 'PB'
                  | 'PE'
                  | 'PI'
                  | 'PR'
                  | 'RJ'
                  | 'RN'
                  | 'RO'
                  | 'RR'
                  | 'RS'
                  | 'SC'
                  | 'SE'
                  | 'SP'
                  | 'TO'
                streetName: string
                streetNumber: string
              }
              name: string
            }
            workSchedule: {
              days: readonly {
                periods: readonly { end: string; start: string }[]
                weekday: 'friday' | 'monday' | 'saturday' | 'sunday' | 'thursday' | 'tuesday' | 'wednesday'
              }[]
              name: string
            }
          } | {
            coupon: string | null
            id: string
            mode: 'live' | 'test'
            name: string
            rateLimit: { requests: number; until: string | null } | null
            status: 'active' | 'suspended'
            testOf: string | null
          } | {
            employees: number
            faceIds: number
            id: string
            percentOff: number | null
            status: 'active' | 'canceled' | 'pending'
          } | { apiToken: string; id: string; secret: string } | { apiTokenStatus: 'revoked'; id: string }
        }
      >
      list: Query<
        {
          cursor?: string | null | undefined
          limit?: number | null | undefined
        } | undefined,
        {
          items: {
            accountId: string | null
            action: 
              | 'account.correct'
              | 'account.reissue-token'
              | 'account.revoke-token'
              | 'partner.suspend'
              | 'subscription.cancel'
            corrections: { [key: string]: string | null }
            expiresAt: string
            id: string
            partnerId: string
            reason: string | null
            recordName: string | null
            requestedAt: string
            requestedBy: string
          }[]
          nextCursor: string | null
        }
      >
      reject: Mutation<
        { id: string; reason?: string | null | undefined },
        {
          accountId: string | null
          action: 
            | 'account.correct'
            | 'account.reissue-token'
            | 'account.revoke-token'
            | 'partner.suspend'
            | 'subscription.cancel'
          corrections: { [key: string]: string | null }
          expiresAt: string
          id: string
          partnerId: string
          reason: string | null
          requestedAt: string
          requestedBy: string
        }
      >
    }
    audit: {
      list: Query<
        {
          accountId?: string | null | undefined
          action?: string | null | undefined
          actor?: string | null | undefined
          cursor?: string | null | undefined
          from?: string | null | undefined
          limit?: number | null | undefined
          partnerId?: string | null | undefined
          recordId?: string | null | undefined
          to?: string | null | undefined
          withTotal?: boolean | undefined
        } | undefined,
        {
          items: {
            accountId: string | null
            accountName: string | null
            action: 
              | 'account.created'
              | 'account.erased'
              | 'account.token-reissued'
              | 'account.token-revoked'
              | 'account.usage-reported'
              | 'administrator.activated'
              | 'administrator.corrected'
              | 'administrator.invited'
              | 'approval.approved'
              | 'approval.rejected'
              | 'approval.requested'
              | 'coupon.changed'
              | 'coupon.created'
              | 'employer.corrected'
              | 'integration.created'
              | 'integration.password-rotated'
              | 'mail.discarded'
              | 'mail.retried'
              | 'note.added'
              | 'note.deleted'
              | 'operator.link-created'
              | 'operator.session-ended'
              | 'operator.sign-in-rejected'
              | 'operator.signed-in'
              | 'operator.signed-out'
              | 'partner.coupon-changed'
              | 'partner.created'
              | 'partner.emptied'
              | 'partner.rate-limit-changed'
              | 'partner.renamed'
              | 'partner.resumed'
              | 'partner.second-factor-optional'
              | 'partner.second-factor-required'
              | 'partner.suspended'
              | 'person.exported'
              | 'portal-user.activated'
              | 'portal-user.disabled'
              | 'portal-user.enabled'
              | 'portal-user.erased'
              | 'portal-user.invited'
              | 'portal-user.password-changed'
              | 'portal-user.password-reset'
              | 'portal-user.password-reset-sent'
              | 'portal-user.permissions-changed'
              | 'portal-user.second-factor-added'
              | 'portal-user.second-factor-removed'
              | 'portal-user.second-factor-reset'
              | 'portal-user.sign-in-failed'
              | 'portal-user.signed-in'
              | 'portal-user.signed-out-elsewhere'
              | 'portal-user.token-issued'
              | 'subscription.activated'
              | 'subscription.canceled'
              | 'subscription.changed'
              | 'subscription.created'
              | 'webhook.changed'
              | 'webhook.created'
              | 'webhook.deleted'
              | 'webhook.disabled'
              | 'webhook.paused'
              | 'webhook.replayed'
              | 'webhook.resumed'
              | 'webhook.secret-rotated'
            actor: string
            actorName: string | null
            approvedBy: string | null
            at: string
            changes: {
              [key: string]: { from: string | null; to: string | null }
            } | null
            network: string | null
            partnerId: string | null
            partnerName: string | null
            reason: string | null
            subjectId: string
            subjectName: string | null
            via: string | null
          }[]
          nextCursor: string | null
          total?: { count: number; isExact: boolean }
        }
      >
    }
    console: {
      createLink: Mutation<
        {
          email?: string | null | undefined
          role?: 'admin' | 'support' | 'viewer' | undefined
        } | undefined,
        {
          email: string | null
          expiresAt: string
          role: 'admin' | 'support' | 'viewer'
          url: string
        }
      >
      endSession: Mutation<
        { id: string },
        {
          createdBy: string | null
          email: string | null
          expiresAt: string
          id: string
          name: string
          network: string
          role: 'admin' | 'support' | 'viewer'
          startedAt: string
          userAgent: string
        }
      >
      endSessions: Mutation<
        { operator: string },
        {
          items: {
            createdBy: string | null
            email: string | null
            expiresAt: string
            id: string
            name: string
            network: string
            role: 'admin' | 'support' | 'viewer'
            startedAt: string
            userAgent: string
          }[]
        }
      >
      sessions: Query<
        {
          cursor?: string | null | undefined
          limit?: number | null | undefined
        } | undefined,
        {
          items: {
            createdBy: string | null
            email: string | null
            expiresAt: string
            id: string
            name: string
            network: string
            role: 'admin' | 'support' | 'viewer'
            startedAt: string
            userAgent: string
          }[]
          nextCursor: string | null
        }
      >
    }
    coupons: {
      change: Mutation<
        {
          code: string
          expiresAt?: string | null | undefined
          maxRedemptions?: number | null | undefined
        },
        {
          code: string
          expiresAt: string | null
          id: string
          maxRedemptions: number | null
          percentOff: number
          redemptions: number
        }
      >
      create: Mutation<
        {
          code: string
          expiresAt?: string | null | undefined
          maxRedemptions?: number | null | undefined
          percentOff: number
        },
        {
          code: string
          expiresAt: string | null
          id: string
          maxRedemptions: number | null
          percentOff: number
          redemptions: number
        }
      >
      list: Query<
        {
          cursor?: string | null | undefined
          limit?: number | null | undefined
          order?: 'newest' | 'oldest' | null | undefined
          withTotal?: boolean | undefined
        } | undefined,
        {
          items: {
            code: string
            expiresAt: string | null
            id: string
            maxRedemptions: number | null
            percentOff: number
            redemptions: number
          }[]
          nextCursor: string | null
          total?: { count: number; isExact: boolean }
        }
      >
      show: Query<
        { code: string },
        {
          code: string
          expiresAt: string | null
          id: string
          maxRedemptions: number | null
          percentOff: number
          redemptions: number
        }
      >
    }
    figures: {
      show: Query<
        {
          days?: number | undefined
          includeTest?: boolean | undefined
          timeZone?: string | undefined
        } | undefined,
        {
          accountsCreated: { accounts: number; date: string }[]
          failedMails: { count: number; isExact: boolean }
          limitedPartners: { count: number; isExact: boolean }
          oldestQueuedMail: { createdAt: string; isDeferred: boolean } | null
          pendingSubscriptions: { count: number; isExact: boolean }
          queuedMails: { count: number; isExact: boolean }
          rateLimitStore: 'process' | 'shared' | 'unavailable'
        }
      >
    }
    limits: {
      list: Query<
        {
          cursor?: string | null | undefined
          includeTest?: boolean | undefined
          limit?: number | null | undefined
          minutes?: number | undefined
        } | undefined,
        {
          items: {
            id: string
            lastMinute: string
            mode: 'live' | 'test'
            name: string
            requests: number
            status: 'active' | 'suspended'
          }[]
          nextCursor: string | null
        }
      >
      show: Query<
        { id: string; minutes?: number | undefined },
        {
          partnerId: string
          partnerName: string
          rejections: { minute: string; requests: number }[]
          usage: {
            isShared: boolean
            limit: number
            used: number
            windowSeconds: number
          }
        }
      >
    }
    mails: {
      discard: Mutation<
        { id: string },
        {
          accountId: string | null
          attempts: number
          createdAt: string
          id: string
          kind: 
            | 'administrator-activation'
            | 'administrator-welcome'
            | 'password-changed'
            | 'password-reset'
            | 'portal-user-invitation'
            | 'second-factor-changed'
            | 'subscription-activated'
            | 'webhook-disabled'
          lastError: string | null
          partnerId: string | null
          recipient: string
          sentAt: string | null
          status: 'failed' | 'kept' | 'queued' | 'sent'
        }
      >
      list: Query<
        {
          accountId?: string | null | undefined
          cursor?: string | null | undefined
          failed?: boolean | undefined
          from?: string | null | undefined
          includeTest?: boolean | undefined
          kind?: 
            | 'administrator-activation'
            | 'administrator-welcome'
            | 'password-changed'
            | 'password-reset'
            | 'portal-user-invitation'
            | 'second-factor-changed'
            | 'subscription-activated'
            | 'webhook-disabled'
            | null
            | undefined
          limit?: number | null | undefined
          order?: 'newest' | 'oldest' | null | undefined
          partnerId?: string | null | undefined
          recipient?: string | null | undefined
          status?: 'failed' | 'kept' | 'queued' | 'sent' | null | undefined
          to?: string | null | undefined
          withTotal?: boolean | undefined
        } | undefined,
        {
          items: {
            accountId: string | null
            attempts: number
            createdAt: string
            id: string
            kind: 
              | 'administrator-activation'
              | 'administrator-welcome'
              | 'password-changed'
              | 'password-reset'
              | 'portal-user-invitation'
              | 'second-factor-changed'
              | 'subscription-activated'
              | 'webhook-disabled'
            lastError: string | null
            partnerId: string | null
            recipient: string
            sentAt: string | null
            status: 'failed' | 'kept' | 'queued' | 'sent'
          }[]
          nextCursor: string | null
          total?: { count: number; isExact: boolean }
        }
      >
      preview: Query<
        { id: string },
        {
          attempts: number
          createdAt: string
          html: string
          id: string
          kind: 
            | 'administrator-activation'
            | 'administrator-welcome'
            | 'password-changed'
            | 'password-reset'
            | 'portal-user-invitation'
            | 'second-factor-changed'
            | 'subscription-activated'
            | 'webhook-disabled'
          lastError: string | null
          message: string
          recipient: string
          sentAt: string | null
          status: 'failed' | 'kept' | 'queued' | 'sent'
          subject: string
          text: string
        }
      >
      retry: Mutation<
        { id: string },
        {
          attempts: number
          createdAt: string
          id: string
          kind: 
            | 'administrator-activation'
            | 'administrator-welcome'
            | 'password-changed'
            | 'password-reset'
            | 'portal-user-invitation'
            | 'second-factor-changed'
            | 'subscription-activated'
            | 'webhook-disabled'
          lastError: string | null
          recipient: string
          sentAt: string | null
          status: 'failed' | 'kept' | 'queued' | 'sent'
        }
      >
      retryMany: Mutation<
        {
          accountId?: string | null | undefined
          cursor?: string | null | undefined
          dryRun?: boolean | undefined
          from?: string | null | undefined
          kind?: 
            | 'administrator-activation'
            | 'administrator-welcome'
            | 'password-changed'
            | 'password-reset'
            | 'portal-user-invitation'
            | 'second-factor-changed'
            | 'subscription-activated'
            | 'webhook-disabled'
            | null
            | undefined
          limit?: number | null | undefined
          partnerId?: string | null | undefined
          recipient?: string | null | undefined
          to?: string | null | undefined
        } | undefined,
        {
          dryRun: boolean
          items: {
            accountId: string | null
            attempts: number
            createdAt: string
            id: string
            kind: 
              | 'administrator-activation'
              | 'administrator-welcome'
              | 'password-changed'
              | 'password-reset'
              | 'portal-user-invitation'
              | 'second-factor-changed'
              | 'subscription-activated'
              | 'webhook-disabled'
            lastError: string | null
            partnerId: string | null
            recipient: string
            sentAt: string | null
            status: 'failed' | 'kept' | 'queued' | 'sent'
          }[]
          nextCursor: string | null
        }
      >
    }
    notes: {
      add: Mutation<
        {
          accountId?: string | null | undefined
          partnerId?: string | null | undefined
          text: string
        },
        {
          accountId: string | null
          author: string
          createdAt: string
          id: string
          partnerId: string
          text: string
        }
      >
      delete: Mutation<
        { id: string },
        {
          accountId: string | null
          author: string
          createdAt: string
          id: string
          partnerId: string
          text: string
        }
      >
      list: Query<
        {
          accountId?: string | null | undefined
          cursor?: string | null | undefined
          limit?: number | null | undefined
          partnerId?: string | null | undefined
        },
        {
          items: {
            accountId: string | null
            author: string
            createdAt: string
            id: string
            partnerId: string
            text: string
          }[]
          nextCursor: string | null
        }
      >
    }
    partners: {
      create: Mutation<
        {
          coupon?: string | null | undefined
          dryRun?: boolean | undefined
          manager?: { email: string; name: string } | null | undefined
          name: string
          testOf?: string | null | undefined
        },
        {
          coupon: string | null
          id: string
          mode: 'live' | 'test'
          name: string
          rateLimit: { requests: number; until: string | null } | null
          status: 'active' | 'suspended'
          testOf: string | null
        }
      >
      empty: Mutation<
        { id: string; reason?: string | null | undefined },
        { isEmpty: boolean }
      >
      list: Query<
        {
          cursor?: string | null | undefined
          includeTest?: boolean | undefined
          limit?: number | null | undefined
          name?: string | null | undefined
          order?: 'newest' | 'oldest' | null | undefined
          status?: 'active' | 'suspended' | null | undefined
          withTotal?: boolean | undefined
        } | undefined,
        {
          items: {
            accounts: number
            coupon: string | null
            createdAt: string
            id: string
            mode: 'live' | 'test'
            name: string
            rateLimit: { requests: number; until: string | null } | null
            status: 'active' | 'suspended'
            testOf: string | null
          }[]
          nextCursor: string | null
          total?: { count: number; isExact: boolean }
        }
      >
      rename: Mutation<
        { id: string; name: string },
        {
          coupon: string | null
          id: string
          mode: 'live' | 'test'
          name: string
          rateLimit: { requests: number; until: string | null } | null
          status: 'active' | 'suspended'
          testOf: string | null
        }
      >
      resume: Mutation<
        { id: string },
        {
          coupon: string | null
          id: string
          mode: 'live' | 'test'
          name: string
          rateLimit: { requests: number; until: string | null } | null
          status: 'active' | 'suspended'
          testOf: string | null
        }
      >
      setCoupon: Mutation<
        { coupon: string | null; id: string },
        {
          coupon: string | null
          id: string
          mode: 'live' | 'test'
          name: string
          rateLimit: { requests: number; until: string | null } | null
          status: 'active' | 'suspended'
          testOf: string | null
        }
      >
      setRateLimit: Mutation<
        {
          id: string
          rateLimit: {
            requests: number
            until?: string | null | undefined
          } | null
        },
        {
          coupon: string | null
          id: string
          mode: 'live' | 'test'
          name: string
          rateLimit: { requests: number; until: string | null } | null
          status: 'active' | 'suspended'
          testOf: string | null
        }
      >
      show: Query<
        { id: string },
        {
          accounts: number
          coupon: string | null
          createdAt: string
          id: string
          mode: 'live' | 'test'
          name: string
          rateLimit: { requests: number; until: string | null } | null
          status: 'active' | 'suspended'
          testOf: string | null
          testPartnerId: string | null
        }
      >
      suspend: Mutation<
        { id: string; reason?: string | null | undefined },
        {
          approval: {
            accountId: string | null
            action: 
              | 'account.correct'
              | 'account.reissue-token'
              | 'account.revoke-token'
              | 'partner.suspend'
              | 'subscription.cancel'
            corrections: { [key: string]: string | null }
            expiresAt: string
            id: string
            partnerId: string
            reason: string | null
            requestedAt: string
            requestedBy: string
          }
        } | {
          coupon: string | null
          id: string
          mode: 'live' | 'test'
          name: string
          rateLimit: { requests: number; until: string | null } | null
          status: 'active' | 'suspended'
          testOf: string | null
        }
      >
    }
    people: {
      export: Mutation<
        { email: string },
        {
          administeredAccount: {
            activeEmployees: number
            administrator: {
              email: string
              fullName: string
              mobilePhone: string
            }
            administratorStatus: 'activated' | 'invited' | 'not-invited'
            apiTokenStatus: 'active' | 'revoked'
            createdAt: string
            employer: {
              cnpj: string | null
              cpf: string | null
              financialEmail: string | null
              name: string
              tradeName: string
            }
            erasedAt: string | null
            id: string
            partnerId: string
            subscription: {
              coupon: string | null
              employees: number
              faceIds: number
              id: string
              percentOff: number | null
              status: 'active' | 'canceled' | 'pending'
            }
            unit: {
              address: {
                cep: string
                city: string
                complement: string | null
                neighborhood: string
                state: 
                  | 'AC'
                  | 'AL'
                  | 'AM'
                  | 'AP'
                  | 'BA'
                  | 'CE'
                  | 'DF'
                  | 'ES'
                  | 'GO'
                  | 'MA'
                  | 'MG'
                  | 'MS'
                  | 'MT'
                  | 'PA'
                  | 'PB'
                  | 'PE'
                  | 'PI'
                  | 'PR'
                  | 'RJ'
                  | 'RN'
                  | 'RO'
                  | 'RR'
                  | 'RS'
                  | 'SC'
                  | 'SE'
                  | 'SP'
                  | 'TO'
                streetName: string
                streetNumber: string
              }
              name: string
            }
            workSchedule: {
              days: readonly {
                periods: readonly { end: string; start: string }[]
                weekday: 'friday' | 'monday' | 'saturday' | 'sunday' | 'thursday' | 'tuesday' | 'wednesday'
              }[]
              name: string
            }
          } | null
          approvals: {
            accountId: string | null
            action: 
              | 'account.correct'
              | 'account.reissue-token'
              | 'account.revoke-token'
              | 'partner.suspend'
              | 'subscription.cancel'
            corrections: { [key: string]: string | null }
            expiresAt: string
            id: string
            partnerId: string
            reason: string | null
            requestedAt: string
            requestedBy: string
          }[]
          auditEntries: {
            accountId: string | null
            action: 
              | 'account.created'
              | 'account.erased'
              | 'account.token-reissued'
              | 'account.token-revoked'
              | 'account.usage-reported'
              | 'administrator.activated'
              | 'administrator.corrected'
              | 'administrator.invited'
              | 'approval.approved'
              | 'approval.rejected'
              | 'approval.requested'
              | 'coupon.changed'
              | 'coupon.created'
              | 'employer.corrected'
              | 'integration.created'
              | 'integration.password-rotated'
              | 'mail.discarded'
              | 'mail.retried'
              | 'note.added'
              | 'note.deleted'
              | 'operator.link-created'
              | 'operator.session-ended'
              | 'operator.sign-in-rejected'
              | 'operator.signed-in'
              | 'operator.signed-out'
              | 'partner.coupon-changed'
              | 'partner.created'
              | 'partner.emptied'
              | 'partner.rate-limit-changed'
              | 'partner.renamed'
              | 'partner.resumed'
              | 'partner.second-factor-optional'
              | 'partner.second-factor-required'
              | 'partner.suspended'
              | 'person.exported'
              | 'portal-user.activated'
              | 'portal-user.disabled'
              | 'portal-user.enabled'
              | 'portal-user.erased'
              | 'portal-user.invited'
              | 'portal-user.password-changed'
              | 'portal-user.password-reset'
              | 'portal-user.password-reset-sent'
              | 'portal-user.permissions-changed'
              | 'portal-user.second-factor-added'
              | 'portal-user.second-factor-removed'
              | 'portal-user.second-factor-reset'
              | 'portal-user.sign-in-failed'
              | 'portal-user.signed-in'
              | 'portal-user.signed-out-elsewhere'
              | 'portal-user.token-issued'
              | 'subscription.activated'
              | 'subscription.canceled'
              | 'subscription.changed'
              | 'subscription.created'
              | 'webhook.changed'
              | 'webhook.created'
              | 'webhook.deleted'
              | 'webhook.disabled'
              | 'webhook.paused'
              | 'webhook.replayed'
              | 'webhook.resumed'
              | 'webhook.secret-rotated'
            actor: string
            approvedBy: string | null
            at: string
            changes: {
              [key: string]: { from: string | null; to: string | null }
            } | null
            network: string | null
            partnerId: string | null
            reason: string | null
            subjectId: string
            via: string | null
          }[]
          email: string
          financialContactOf: {
            cnpj: string | null
            cpf: string | null
            createdAt: string
            id: string
            name: string
            partnerId: string
          }[]
          id: string
          isComplete: boolean
          mails: {
            accountId: string | null
            attempts: number
            createdAt: string
            id: string
            kind: 
              | 'administrator-activation'
              | 'administrator-welcome'
              | 'password-changed'
              | 'password-reset'
              | 'portal-user-invitation'
              | 'second-factor-changed'
              | 'subscription-activated'
              | 'webhook-disabled'
            lastError: string | null
            partnerId: string | null
            recipient: string
            sentAt: string | null
            status: 'failed' | 'kept' | 'queued' | 'sent'
          }[]
          notes: {
            accountId: string | null
            author: string
            createdAt: string
            id: string
            partnerId: string
            text: string
          }[]
          operatorSessions: {
            createdBy: string | null
            email: string | null
            expiresAt: string
            id: string
            name: string
            network: string
            role: 'admin' | 'support' | 'viewer'
            startedAt: string
            userAgent: string
          }[]
          portalUser: {
            createdAt: string
            email: string
            erasedAt: string | null
            hasSecondFactor: boolean
            id: string
            kind: 'integration' | 'person'
            lastSignedInAt: string | null
            linkExpiresAt: string | null
            name: string
            partnerId: string
            partnerMode: 'live' | 'test'
            partnerName: string
            permissions: readonly ('accounts:create' | 'accounts:read' | 'users:manage' | 'webhooks:manage')[]
            status: 'active' | 'disabled' | 'invited'
          } | null
          requests: {
            at: string
            code: number | null
            durationMs: number
            fields: readonly string[]
            id: string
            method: string
            partnerId: string
            requestId: string
            route: string | null
            status: number
            user: { email: string; id: string; name: string } | null
            userId: string
          }[]
          sessions: {
            id: string
            lastUsedAt: string
            startedAt: string
            userAgent: string
          }[]
        }
      >
    }
    portalUsers: {
      disable: Mutation<
        { id: string },
        {
          email: string
          id: string
          kind: 'integration' | 'person'
          name: string
          partnerId: string
          permissions: readonly ('accounts:create' | 'accounts:read' | 'users:manage' | 'webhooks:manage')[]
          status: 'active' | 'disabled' | 'invited'
        }
      >
      enable: Mutation<
        { id: string },
        {
          email: string
          id: string
          kind: 'integration' | 'person'
          name: string
          partnerId: string
          permissions: readonly ('accounts:create' | 'accounts:read' | 'users:manage' | 'webhooks:manage')[]
          status: 'active' | 'disabled' | 'invited'
        }
      >
      erase: Mutation<
        { id: string; reason: string },
        {
          erasedAt: string
          id: string
          wasErased: boolean
        }
      >
      invite: Mutation<
        {
          email: string
          name: string
          partnerId: string
          permissions?: ('accounts:create' | 'accounts:read' | 'users:manage' | 'webhooks:manage')[] | null | undefined
        },
        {
          email: string
          id: string
          kind: 'integration' | 'person'
          name: string
          partnerId: string
          permissions: readonly ('accounts:create' | 'accounts:read' | 'users:manage' | 'webhooks:manage')[]
          status: 'active' | 'disabled' | 'invited'
        }
      >
      list: Query<
        {
          cursor?: string | null | undefined
          email?: string | null | undefined
          limit?: number | null | undefined
          order?: 'newest' | 'oldest' | null | undefined
          partnerId?: string | null | undefined
          status?: 'active' | 'disabled' | 'invited' | null | undefined
          withTotal?: boolean | undefined
        } | undefined,
        {
          items: {
            createdAt: string
            email: string
            erasedAt: string | null
            id: string
            kind: 'integration' | 'person'
            lastSignedInAt: string | null
            linkExpiresAt: string | null
            name: string
            partnerId: string
            partnerMode: 'live' | 'test'
            partnerName: string
            permissions: readonly ('accounts:create' | 'accounts:read' | 'users:manage' | 'webhooks:manage')[]
            status: 'active' | 'disabled' | 'invited'
          }[]
          nextCursor: string | null
          total?: { count: number; isExact: boolean }
        }
      >
      resend: Mutation<
        { id: string },
        {
          email: string
          id: string
          kind: 'integration' | 'person'
          name: string
          partnerId: string
          permissions: readonly ('accounts:create' | 'accounts:read' | 'users:manage' | 'webhooks:manage')[]
          status: 'active' | 'disabled' | 'invited'
        }
      >
      resetSecondFactor: Mutation<
        { id: string },
        {
          email: string
          id: string
          kind: 'integration' | 'person'
          name: string
          partnerId: string
          permissions: readonly ('accounts:create' | 'accounts:read' | 'users:manage' | 'webhooks:manage')[]
          status: 'active' | 'disabled' | 'invited'
        }
      >
      sendPasswordReset: Mutation<
        { id: string },
        {
          email: string
          id: string
          kind: 'integration' | 'person'
          name: string
          partnerId: string
          permissions: readonly ('accounts:create' | 'accounts:read' | 'users:manage' | 'webhooks:manage')[]
          status: 'active' | 'disabled' | 'invited'
        }
      >
      setPermissions: Mutation<
        {
          id: string
          permissions: ('accounts:create' | 'accounts:read' | 'users:manage' | 'webhooks:manage')[]
        },
        {
          email: string
          id: string
          kind: 'integration' | 'person'
          name: string
          partnerId: string
          permissions: readonly ('accounts:create' | 'accounts:read' | 'users:manage' | 'webhooks:manage')[]
          status: 'active' | 'disabled' | 'invited'
        }
      >
      show: Query<
        { id: string },
        {
          createdAt: string
          email: string
          erasedAt: string | null
          id: string
          kind: 'integration' | 'person'
          lastSignedInAt: string | null
          linkExpiresAt: string | null
          name: string
          partnerId: string
          partnerMode: 'live' | 'test'
          partnerName: string
          permissions: readonly ('accounts:create' | 'accounts:read' | 'users:manage' | 'webhooks:manage')[]
          status: 'active' | 'disabled' | 'invited'
        }
      >
    }
    records: {
      search: Query<
        {
          accountStatus?: 'active' | 'canceled' | 'pending' | null | undefined
          query: string
        },
        {
          accounts: {
            administratorEmail: string
            cnpj: string | null
            cpf: string | null
            createdAt: string
            id: string
            name: string
            partnerId: string
            subscriptionStatus: 'active' | 'canceled' | 'pending'
            tradeName: string
          }[]
          mails: {
            accountId: string | null
            attempts: number
            createdAt: string
            id: string
            kind: 
              | 'administrator-activation'
              | 'administrator-welcome'
              | 'password-changed'
              | 'password-reset'
              | 'portal-user-invitation'
              | 'second-factor-changed'
              | 'subscription-activated'
              | 'webhook-disabled'
            lastError: string | null
            partnerId: string | null
            recipient: string
            sentAt: string | null
            status: 'failed' | 'kept' | 'queued' | 'sent'
          }[]
          partners: {
            accounts: number
            coupon: string | null
            createdAt: string
            id: string
            mode: 'live' | 'test'
            name: string
            rateLimit: { requests: number; until: string | null } | null
            status: 'active' | 'suspended'
            testOf: string | null
          }[]
          portalUsers: {
            createdAt: string
            email: string
            erasedAt: string | null
            id: string
            kind: 'integration' | 'person'
            lastSignedInAt: string | null
            linkExpiresAt: string | null
            name: string
            partnerId: string
            partnerMode: 'live' | 'test'
            partnerName: string
            permissions: readonly ('accounts:create' | 'accounts:read' | 'users:manage' | 'webhooks:manage')[]
            status: 'active' | 'disabled' | 'invited'
          }[]
        }
      >
    }
    subscriptions: {
      activate: Mutation<
        { accountId: string },
        {
          employees: number
          faceIds: number
          id: string
          percentOff: number | null
          status: 'active' | 'canceled' | 'pending'
        }
      >
      activateMany: Mutation<
        {
          accountIds: string[]
          dryRun?: boolean | undefined
        },
        {
          dryRun: boolean
          results: {
            accountId: string
            result: 'activated' | 'already-active' | 'canceled' | 'not-found'
          }[]
        }
      >
      cancel: Mutation<
        {
          accountId: string
          reason?: string | null | undefined
        },
        {
          approval: {
            accountId: string | null
            action: 
              | 'account.correct'
              | 'account.reissue-token'
              | 'account.revoke-token'
              | 'partner.suspend'
              | 'subscription.cancel'
            corrections: { [key: string]: string | null }
            expiresAt: string
            id: string
            partnerId: string
            reason: string | null
            requestedAt: string
            requestedBy: string
          }
        } | {
          employees: number
          faceIds: number
          id: string
          percentOff: number | null
          status: 'active' | 'canceled' | 'pending'
        }
      >
      change: Mutation<
        {
          accountId: string
          employees?: number | null | undefined
          faceIds?: number | null | undefined
        },
        {
          employees: number
          faceIds: number
          id: string
          percentOff: number | null
          status: 'active' | 'canceled' | 'pending'
        }
      >
      create: Mutation<
        {
          accountId: string
          coupon?: string | null | undefined
          employees: number
          faceIds?: number | undefined
        },
        {
          employees: number
          faceIds: number
          id: string
          percentOff: number | null
          status: 'active' | 'canceled' | 'pending'
        }
      >
      list: Query<
        {
          cursor?: string | null | undefined
          includeTest?: boolean | undefined
          limit?: number | null | undefined
          order?: 'newest' | 'oldest' | null | undefined
          partnerId?: string | null | undefined
          status?: 'active' | 'canceled' | 'pending' | null | undefined
          withTotal?: boolean | undefined
        } | undefined,
        {
          items: {
            accountId: string
            accountName: string
            activatedAt: string | null
            canceledAt: string | null
            createdAt: string
            employees: number
            faceIds: number
            id: string
            partnerId: string
            partnerMode: 'live' | 'test'
            partnerName: string
            percentOff: number | null
            status: 'active' | 'canceled' | 'pending'
          }[]
          nextCursor: string | null
          total?: { count: number; isExact: boolean }
        }
      >
      resendActivation: Mutation<
        { accountId: string },
        { accountId: string }
      >
    }
    webhooks: {
      create: Mutation<
        {
          partnerId: string
          types?: (
            | 'account.corrected'
            | 'account.created'
            | 'administrator.activated'
            | 'api_token.reissued'
            | 'api_token.revoked'
            | 'portal_user.activated'
            | 'portal_user.disabled'
            | 'subscription.activated'
            | 'subscription.canceled'
            | 'subscription.changed')[] | undefined
          url: string
        },
        {
          createdAt: string
          failingSince: string | null
          id: string
          partnerId: string
          secret: string
          status: 'active' | 'disabled' | 'paused' | 'unverified'
          types: (
            | 'account.corrected'
            | 'account.created'
            | 'administrator.activated'
            | 'api_token.reissued'
            | 'api_token.revoked'
            | 'portal_user.activated'
            | 'portal_user.disabled'
            | 'subscription.activated'
            | 'subscription.canceled'
            | 'subscription.changed')[]
          url: string
        }
      >
      delete: Mutation<
        { id: string },
        {
          createdAt: string
          failingSince: string | null
          id: string
          partnerId: string
          status: 'active' | 'disabled' | 'paused' | 'unverified'
          types: (
            | 'account.corrected'
            | 'account.created'
            | 'administrator.activated'
            | 'api_token.reissued'
            | 'api_token.revoked'
            | 'portal_user.activated'
            | 'portal_user.disabled'
            | 'subscription.activated'
            | 'subscription.canceled'
            | 'subscription.changed')[]
          url: string
        }
      >
      list: Query<
        {
          cursor?: string | null | undefined
          includeTest?: boolean | undefined
          isFailing?: boolean | undefined
          limit?: number | null | undefined
          partnerId?: string | null | undefined
        } | undefined,
        {
          items: {
            createdAt: string
            failingSince: string | null
            id: string
            partnerId: string
            status: 'active' | 'disabled' | 'paused' | 'unverified'
            types: (
              | 'account.corrected'
              | 'account.created'
              | 'administrator.activated'
              | 'api_token.reissued'
              | 'api_token.revoked'
              | 'portal_user.activated'
              | 'portal_user.disabled'
              | 'subscription.activated'
              | 'subscription.canceled'
              | 'subscription.changed')[]
            url: string
          }[]
          nextCursor: string | null
        }
      >
      pause: Mutation<
        { id: string },
        {
          createdAt: string
          failingSince: string | null
          id: string
          partnerId: string
          status: 'active' | 'disabled' | 'paused' | 'unverified'
          types: (
            | 'account.corrected'
            | 'account.created'
            | 'administrator.activated'
            | 'api_token.reissued'
            | 'api_token.revoked'
            | 'portal_user.activated'
            | 'portal_user.disabled'
            | 'subscription.activated'
            | 'subscription.canceled'
            | 'subscription.changed')[]
          url: string
        }
      >
      replay: Mutation<
        {
          failed?: boolean | undefined
          id: string
          since?: string | null | undefined
          until?: string | null | undefined
        },
        {
          createdAt: string
          failingSince: string | null
          id: string
          partnerId: string
          replayed: number
          status: 'active' | 'disabled' | 'paused' | 'unverified'
          types: (
            | 'account.corrected'
            | 'account.created'
            | 'administrator.activated'
            | 'api_token.reissued'
            | 'api_token.revoked'
            | 'portal_user.activated'
            | 'portal_user.disabled'
            | 'subscription.activated'
            | 'subscription.canceled'
            | 'subscription.changed')[]
          url: string
        }
      >
      resume: Mutation<
        { id: string },
        {
          createdAt: string
          failingSince: string | null
          id: string
          partnerId: string
          status: 'active' | 'disabled' | 'paused' | 'unverified'
          types: (
            | 'account.corrected'
            | 'account.created'
            | 'administrator.activated'
            | 'api_token.reissued'
            | 'api_token.revoked'
            | 'portal_user.activated'
            | 'portal_user.disabled'
            | 'subscription.activated'
            | 'subscription.canceled'
            | 'subscription.changed')[]
          url: string
        }
      >
      rotateSecret: Mutation<
        { id: string },
        {
          createdAt: string
          failingSince: string | null
          id: string
          partnerId: string
          secret: string
          status: 'active' | 'disabled' | 'paused' | 'unverified'
          types: (
            | 'account.corrected'
            | 'account.created'
            | 'administrator.activated'
            | 'api_token.reissued'
            | 'api_token.revoked'
            | 'portal_user.activated'
            | 'portal_user.disabled'
            | 'subscription.activated'
            | 'subscription.canceled'
            | 'subscription.changed')[]
          url: string
        }
      >
      show: Query<
        { id: string },
        {
          createdAt: string
          deliveries: {
            account: { id: string; name: string } | null
            attempts: number
            createdAt: string
            dueAt: string
            durationMs: number | null
            eventId: string
            id: string
            lastError: string | null
            responseBody: string | null
            responseStatus: number | null
            sentAt: string | null
            status: 'failed' | 'queued' | 'sent'
            type: 
              | 'account.corrected'
              | 'account.created'
              | 'administrator.activated'
              | 'api_token.reissued'
              | 'api_token.revoked'
              | 'portal_user.activated'
              | 'portal_user.disabled'
              | 'subscription.activated'
              | 'subscription.canceled'
              | 'subscription.changed'
              | 'webhook.test'
          }[]
          failed: number
          failingSince: string | null
          id: string
          lastDay: { failed: number; queued: number; sent: number }
          partnerId: string
          queued: number
          status: 'active' | 'disabled' | 'paused' | 'unverified'
          types: (
            | 'account.corrected'
            | 'account.created'
            | 'administrator.activated'
            | 'api_token.reissued'
            | 'api_token.revoked'
            | 'portal_user.activated'
            | 'portal_user.disabled'
            | 'subscription.activated'
            | 'subscription.canceled'
            | 'subscription.changed')[]
          url: string
        }
      >
    }
  }
  lookups: {
    address: Query<
      { cep: string },
      'unavailable' | {
        city?: string | undefined
        neighborhood?: string | undefined
        state?: 
          | 'AC'
          | 'AL'
          | 'AM'
          | 'AP'
          | 'BA'
          | 'CE'
          | 'DF'
          | 'ES'
          | 'GO'
          | 'MA'
          | 'MG'
          | 'MS'
          | 'MT'
          | 'PA'
          | 'PB'
          | 'PE'
          | 'PI'
          | 'PR'
          | 'RJ'
          | 'RN'
          | 'RO'
          | 'RR'
          | 'RS'
          | 'SC'
          | 'SE'
          | 'SP'
          | 'TO'
          | undefined
        streetName?: string | undefined
      } | null
    >
    company: Query<
      { cnpj: string },
      'unavailable' | {
        name?: string | undefined
        tradeName?: string | undefined
      } | null
    >
  }
  operators: {
    me: Query<
      void,
      {
        createdBy: string | null
        email: string | null
        expiresAt: string
        id: string
        name: string
        network: string
        role: 'admin' | 'support' | 'viewer'
        startedAt: string
        userAgent: string
      }
    >
    redeemLink: Mutation<
      { token: string },
      {
        createdBy: string | null
        email: string | null
        expiresAt: string
        id: string
        name: string
        network: string
        role: 'admin' | 'support' | 'viewer'
        startedAt: string
        userAgent: string
      }
    >
    signInMethods: Query<
      void,
      { providerUrl: string | null }
    >
    signOut: Mutation<
      void,
      { providerUrl: string | null }
    >
  }
  passwords: {
    change: Mutation<
      { currentPassword: string; password: string },
      undefined
    >
    requestReset: Mutation<
      { email: string },
      undefined
    >
  }
  portalUsers: {
    session: Query<
      void,
      {
        email: string
        id: string
        isOpenedFromLive: boolean
        lookups: { address: boolean; company: boolean }
        name: string
        partner: {
          id: string
          mode: 'live' | 'test'
          name: string
          status: 'active' | 'suspended'
        }
        permissions: readonly ('accounts:create' | 'accounts:read' | 'users:manage' | 'webhooks:manage')[]
        secondFactor: { isActive: boolean; isRequired: boolean }
      }
    >
  }
  requestLog: {
    list: Query<
      {
        cursor?: string | null | undefined
        status?: '2xx' | '4xx' | '5xx' | null | undefined
        userId?: string | null | undefined
      } | undefined,
      {
        items: {
          at: string
          code: number | null
          durationMs: number
          fields: readonly string[]
          id: string
          method: string
          partnerId: string
          requestId: string
          route: string | null
          status: number
          user: { email: string; id: string; name: string } | null
          userId: string
        }[]
        nextCursor: string | null
      }
    >
  }
  secondFactors: {
    begin: Mutation<
      { currentPassword: string },
      { secret: string; uri: string }
    >
    confirm: Mutation<
      { code: string },
      { recoveryCodes: string[] }
    >
    remove: Mutation<
      { code: string },
      undefined
    >
  }
  sessions: {
    end: Mutation<
      { id: string },
      undefined
    >
    list: Query<
      void,
      {
        id: string
        isCurrent: boolean
        lastUsedAt: string
        startedAt: string
        userAgent: string
      }[]
    >
    signIn: Mutation<
      {
        code?: string | null | undefined
        email: string
        password: string
      },
      { id: string }
    >
    signOut: Mutation<
      void,
      undefined
    >
    signOutElsewhere: Mutation<
      void,
      undefined
    >
  }
  team: {
    activity: Query<
      {
        before?: string | null | undefined
        cursor?: string | null | undefined
        from?: string | null | undefined
        isExport?: boolean | undefined
        topic?: 'accounts' | 'sign_ins' | 'users' | null | undefined
        userId?: string | null | undefined
      } | undefined,
      {
        items: {
          account: { id: string; name: string | null } | null
          action: 
            | 'account.created'
            | 'account.erased'
            | 'account.token-reissued'
            | 'account.token-revoked'
            | 'integration.created'
            | 'integration.password-rotated'
            | 'partner.emptied'
            | 'partner.second-factor-optional'
            | 'partner.second-factor-required'
            | 'portal-user.activated'
            | 'portal-user.disabled'
            | 'portal-user.enabled'
            | 'portal-user.erased'
            | 'portal-user.invited'
            | 'portal-user.password-changed'
            | 'portal-user.password-reset'
            | 'portal-user.permissions-changed'
            | 'portal-user.second-factor-added'
            | 'portal-user.second-factor-removed'
            | 'portal-user.second-factor-reset'
            | 'portal-user.sign-in-failed'
            | 'portal-user.signed-in'
            | 'portal-user.signed-out-elsewhere'
            | 'portal-user.token-issued'
          actor: { id: string; name: string | null } | null
          at: string
          changes: {
            [key: string]: { from: string | null; to: string | null }
          } | null
          count: number
          id: string
          user: { id: string; name: string } | null
        }[]
        nextCursor: string | null
      }
    >
    addIntegration: Mutation<
      {
        name: string
        permissions: ('accounts:create' | 'accounts:read' | 'users:manage' | 'webhooks:manage')[]
      },
      {
        email: string
        id: string
        kind: 'integration' | 'person'
        name: string
        partnerId: string
        password: string
        permissions: readonly ('accounts:create' | 'accounts:read' | 'users:manage' | 'webhooks:manage')[]
        status: 'active' | 'disabled' | 'invited'
      }
    >
    disable: Mutation<
      { id: string },
      {
        email: string
        id: string
        kind: 'integration' | 'person'
        name: string
        partnerId: string
        permissions: readonly ('accounts:create' | 'accounts:read' | 'users:manage' | 'webhooks:manage')[]
        status: 'active' | 'disabled' | 'invited'
      }
    >
    enable: Mutation<
      { id: string },
      {
        email: string
        id: string
        kind: 'integration' | 'person'
        name: string
        partnerId: string
        permissions: readonly ('accounts:create' | 'accounts:read' | 'users:manage' | 'webhooks:manage')[]
        status: 'active' | 'disabled' | 'invited'
      }
    >
    invite: Mutation<
      {
        email: string
        name: string
        permissions: ('accounts:create' | 'accounts:read' | 'users:manage' | 'webhooks:manage')[]
      },
      {
        email: string
        id: string
        kind: 'integration' | 'person'
        name: string
        partnerId: string
        permissions: readonly ('accounts:create' | 'accounts:read' | 'users:manage' | 'webhooks:manage')[]
        status: 'active' | 'disabled' | 'invited'
      }
    >
    inviteAgain: Mutation<
      { id: string },
      {
        email: string
        id: string
        kind: 'integration' | 'person'
        name: string
        partnerId: string
        permissions: readonly ('accounts:create' | 'accounts:read' | 'users:manage' | 'webhooks:manage')[]
        status: 'active' | 'disabled' | 'invited'
      }
    >
    list: Query<
      { cursor?: string | null | undefined } | undefined,
      {
        items: {
          email: string
          hasSecondFactor: boolean
          id: string
          kind: 'integration' | 'person'
          lastSignedInAt: string | null
          name: string
          partnerId: string
          permissions: readonly ('accounts:create' | 'accounts:read' | 'users:manage' | 'webhooks:manage')[]
          status: 'active' | 'disabled' | 'invited'
        }[]
        nextCursor: string | null
      }
    >
    resetSecondFactor: Mutation<
      { id: string },
      {
        email: string
        id: string
        kind: 'integration' | 'person'
        name: string
        partnerId: string
        permissions: readonly ('accounts:create' | 'accounts:read' | 'users:manage' | 'webhooks:manage')[]
        status: 'active' | 'disabled' | 'invited'
      }
    >
    rotatePassword: Mutation<
      { id: string },
      {
        email: string
        id: string
        kind: 'integration' | 'person'
        name: string
        partnerId: string
        password: string
        permissions: readonly ('accounts:create' | 'accounts:read' | 'users:manage' | 'webhooks:manage')[]
        status: 'active' | 'disabled' | 'invited'
      }
    >
    setPermissions: Mutation<
      {
        id: string
        permissions: ('accounts:create' | 'accounts:read' | 'users:manage' | 'webhooks:manage')[]
      },
      {
        email: string
        id: string
        kind: 'integration' | 'person'
        name: string
        partnerId: string
        permissions: readonly ('accounts:create' | 'accounts:read' | 'users:manage' | 'webhooks:manage')[]
        status: 'active' | 'disabled' | 'invited'
      }
    >
    setSecondFactorRequired: Mutation<
      { isRequired: boolean },
      undefined
    >
  }
  testAccounts: {
    activate: Mutation<
      { id: string },
      {
        id: string
        status: 'active' | 'canceled' | 'pending'
      }
    >
    cancel: Mutation<
      { id: string },
      {
        id: string
        status: 'active' | 'canceled' | 'pending'
      }
    >
    change: Mutation<
      {
        employees?: number | null | undefined
        faceIds?: number | null | undefined
        id: string
      },
      { employees: number; faceIds: number; id: string }
    >
    mails: Query<
      { id: string },
      {
        bounce: string | null
        createdAt: string
        id: string
        message: string
        subject: string
        text: string
      }[]
    >
    reissueToken: Mutation<
      { id: string },
      { apiToken: string; id: string; secret: string }
    >
    revokeToken: Mutation<
      { id: string },
      { id: string }
    >
  }
  testPartner: {
    close: Mutation<
      void,
      { id: string }
    >
    empty: Mutation<
      void,
      { isEmpty: boolean }
    >
    open: Mutation<
      void,
      { id: string }
    >
  }
  tokens: {
    create: Mutation<
      { email: string; password: string },
      { _id: string; token: string }
    >
  }
  webhooks: {
    change: Mutation<
      {
        id: string
        types: (
          | 'account.corrected'
          | 'account.created'
          | 'administrator.activated'
          | 'api_token.reissued'
          | 'api_token.revoked'
          | 'portal_user.activated'
          | 'portal_user.disabled'
          | 'subscription.activated'
          | 'subscription.canceled'
          | 'subscription.changed')[]
      },
      {
        createdAt: string
        failingSince: string | null
        id: string
        partnerId: string
        status: 'active' | 'disabled' | 'paused' | 'unverified'
        types: (
          | 'account.corrected'
          | 'account.created'
          | 'administrator.activated'
          | 'api_token.reissued'
          | 'api_token.revoked'
          | 'portal_user.activated'
          | 'portal_user.disabled'
          | 'subscription.activated'
          | 'subscription.canceled'
          | 'subscription.changed')[]
        url: string
      }
    >
    create: Mutation<
      {
        types?: (
          | 'account.corrected'
          | 'account.created'
          | 'administrator.activated'
          | 'api_token.reissued'
          | 'api_token.revoked'
          | 'portal_user.activated'
          | 'portal_user.disabled'
          | 'subscription.activated'
          | 'subscription.canceled'
          | 'subscription.changed')[] | undefined
        url: string
      },
      {
        createdAt: string
        failingSince: string | null
        id: string
        partnerId: string
        secret: string
        status: 'active' | 'disabled' | 'paused' | 'unverified'
        types: (
          | 'account.corrected'
          | 'account.created'
          | 'administrator.activated'
          | 'api_token.reissued'
          | 'api_token.revoked'
          | 'portal_user.activated'
          | 'portal_user.disabled'
          | 'subscription.activated'
          | 'subscription.canceled'
          | 'subscription.changed')[]
        url: string
      }
    >
    delete: Mutation<
      { id: string },
      {
        createdAt: string
        failingSince: string | null
        id: string
        partnerId: string
        status: 'active' | 'disabled' | 'paused' | 'unverified'
        types: (
          | 'account.corrected'
          | 'account.created'
          | 'administrator.activated'
          | 'api_token.reissued'
          | 'api_token.revoked'
          | 'portal_user.activated'
          | 'portal_user.disabled'
          | 'subscription.activated'
          | 'subscription.canceled'
          | 'subscription.changed')[]
        url: string
      }
    >
    deliveries: Query<
      {
        cursor?: string | null | undefined
        id: string
        status?: 'failed' | 'queued' | 'sent' | null | undefined
      },
      {
        items: {
          account: { id: string; name: string } | null
          attempts: number
          createdAt: string
          dueAt: string
          durationMs: number | null
          eventId: string
          id: string
          lastError: string | null
          responseBody: string | null
          responseStatus: number | null
          sentAt: string | null
          status: 'failed' | 'queued' | 'sent'
          type: 
            | 'account.corrected'
            | 'account.created'
            | 'administrator.activated'
            | 'api_token.reissued'
            | 'api_token.revoked'
            | 'portal_user.activated'
            | 'portal_user.disabled'
            | 'subscription.activated'
            | 'subscription.canceled'
            | 'subscription.changed'
            | 'webhook.test'
        }[]
        nextCursor: string | null
      }
    >
    list: Query<
      void,
      {
        items: {
          createdAt: string
          failed: number
          failingSince: string | null
          id: string
          lastDay: { failed: number; queued: number; sent: number }
          partnerId: string
          queued: number
          status: 'active' | 'disabled' | 'paused' | 'unverified'
          types: (
            | 'account.corrected'
            | 'account.created'
            | 'administrator.activated'
            | 'api_token.reissued'
            | 'api_token.revoked'
            | 'portal_user.activated'
            | 'portal_user.disabled'
            | 'subscription.activated'
            | 'subscription.canceled'
            | 'subscription.changed')[]
          url: string
        }[]
      }
    >
    pause: Mutation<
      { id: string },
      {
        createdAt: string
        failingSince: string | null
        id: string
        partnerId: string
        status: 'active' | 'disabled' | 'paused' | 'unverified'
        types: (
          | 'account.corrected'
          | 'account.created'
          | 'administrator.activated'
          | 'api_token.reissued'
          | 'api_token.revoked'
          | 'portal_user.activated'
          | 'portal_user.disabled'
          | 'subscription.activated'
          | 'subscription.canceled'
          | 'subscription.changed')[]
        url: string
      }
    >
    replay: Mutation<
      {
        failed?: boolean | undefined
        id: string
        since?: string | null | undefined
        until?: string | null | undefined
      },
      {
        createdAt: string
        failingSince: string | null
        id: string
        partnerId: string
        replayed: number
        status: 'active' | 'disabled' | 'paused' | 'unverified'
        types: (
          | 'account.corrected'
          | 'account.created'
          | 'administrator.activated'
          | 'api_token.reissued'
          | 'api_token.revoked'
          | 'portal_user.activated'
          | 'portal_user.disabled'
          | 'subscription.activated'
          | 'subscription.canceled'
          | 'subscription.changed')[]
        url: string
      }
    >
    resume: Mutation<
      { id: string },
      {
        createdAt: string
        failingSince: string | null
        id: string
        partnerId: string
        status: 'active' | 'disabled' | 'paused' | 'unverified'
        types: (
          | 'account.corrected'
          | 'account.created'
          | 'administrator.activated'
          | 'api_token.reissued'
          | 'api_token.revoked'
          | 'portal_user.activated'
          | 'portal_user.disabled'
          | 'subscription.activated'
          | 'subscription.canceled'
          | 'subscription.changed')[]
        url: string
      }
    >
    rotateSecret: Mutation<
      { id: string },
      {
        createdAt: string
        failingSince: string | null
        id: string
        partnerId: string
        secret: string
        status: 'active' | 'disabled' | 'paused' | 'unverified'
        types: (
          | 'account.corrected'
          | 'account.created'
          | 'administrator.activated'
          | 'api_token.reissued'
          | 'api_token.revoked'
          | 'portal_user.activated'
          | 'portal_user.disabled'
          | 'subscription.activated'
          | 'subscription.canceled'
          | 'subscription.changed')[]
        url: string
      }
    >
    show: Query<
      { id: string },
      {
        createdAt: string
        failed: number
        failingSince: string | null
        id: string
        lastDay: { failed: number; queued: number; sent: number }
        partnerId: string
        queued: number
        status: 'active' | 'disabled' | 'paused' | 'unverified'
        types: (
          | 'account.corrected'
          | 'account.created'
          | 'administrator.activated'
          | 'api_token.reissued'
          | 'api_token.revoked'
          | 'portal_user.activated'
          | 'portal_user.disabled'
          | 'subscription.activated'
          | 'subscription.canceled'
          | 'subscription.changed')[]
        url: string
      }
    >
    showDelivery: Query<
      { id: string },
      {
        account: { id: string; name: string } | null
        attempts: number
        createdAt: string
        dueAt: string
        durationMs: number | null
        eventId: string
        id: string
        lastError: string | null
        requestBody: string | null
        responseBody: string | null
        responseStatus: number | null
        sentAt: string | null
        status: 'failed' | 'queued' | 'sent'
        type: 
          | 'account.corrected'
          | 'account.created'
          | 'administrator.activated'
          | 'api_token.reissued'
          | 'api_token.revoked'
          | 'portal_user.activated'
          | 'portal_user.disabled'
          | 'subscription.activated'
          | 'subscription.canceled'
          | 'subscription.changed'
          | 'webhook.test'
        webhookId: string
      }
    >
    test: Mutation<
      { id: string },
      {
        createdAt: string
        failingSince: string | null
        id: string
        partnerId: string
        status: 'active' | 'disabled' | 'paused' | 'unverified'
        types: (
          | 'account.corrected'
          | 'account.created'
          | 'administrator.activated'
          | 'api_token.reissued'
          | 'api_token.revoked'
          | 'portal_user.activated'
          | 'portal_user.disabled'
          | 'subscription.activated'
          | 'subscription.canceled'
          | 'subscription.changed')[]
        url: string
      }
    >
  }
}
