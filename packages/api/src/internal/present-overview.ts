import type { AccountOverview, Address } from '@partner-accounts/core'
import { formatDateTime } from '../wire/date-time.ts'
import { presentEmployer } from '../wire/employer.ts'

/** Returns an account with all its records, with the field names of the interface. */
export const presentOverview = (account: AccountOverview) => ({
  id: account.id,
  partner_id: account.partnerId,
  created: formatDateTime(account.createdAt),
  active_employees: account.activeEmployees,
  api_token_status: account.apiTokenStatus,
  subscription: {
    status: account.subscription.status,
    employees: account.subscription.employees,
    face_ids: account.subscription.faceIds,
    coupon: account.subscription.coupon,
    percent_off: account.subscription.percentOff,
  },
  administrator: {
    full_name: account.administrator.fullName,
    email: account.administrator.email,
    mobile_phone: account.administrator.mobilePhone,
  },
  employer: presentEmployer(account.employer),
  unit: { name: account.unit.name, address: presentAddress(account.unit.address) },
  work_schedule: account.workSchedule,
})

const presentAddress = ({ cep, streetName, streetNumber, neighborhood, complement, state, city }: Address) => ({
  cep,
  street_name: streetName,
  street_number: streetNumber,
  neighborhood,
  complement,
  state,
  city,
})
