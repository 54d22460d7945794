import {
  Building2,
  CreditCard,
  Gauge,
  Handshake,
  History,
  Mail,
  type Place,
  ShieldUser,
  Sunrise,
  Ticket,
  Users,
  useMessages,
  Webhook,
} from '@partner-accounts/ui'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { HOME } from '../service/paths.ts'
import { shellMessages } from './shell-messages.ts'

/** Returns the entries of the navigation, the most used first. Each opens its list with the filters of the last visit. */
export function usePlaces(): Place[] {
  const { places: t } = useMessages(shellMessages)
  const { pathname, search, state } = useLocation() as { pathname: string; search: string; state: unknown }
  const [lastVisits] = useState(() => new Map<string, { search: string; state: unknown }>())
  useEffect(() => {
    lastVisits.set(pathname, { search, state })
  }, [lastVisits, pathname, search, state])
  const places: Place[] = [
    { to: HOME, label: t.today, Icon: Sunrise, end: true },
    { to: `${HOME}/accounts`, label: t.accounts, Icon: Building2 },
    { to: `${HOME}/subscriptions`, label: t.subscriptions, Icon: CreditCard },
    { to: `${HOME}/mails`, label: t.mails, Icon: Mail },
    { to: `${HOME}/partners`, label: t.partners, Icon: Handshake },
    { to: `${HOME}/users`, label: t.users, Icon: Users },
    { to: `${HOME}/coupons`, label: t.coupons, Icon: Ticket },
    { to: `${HOME}/webhooks`, label: t.webhooks, Icon: Webhook },
    { to: `${HOME}/limits`, label: t.limits, Icon: Gauge },
    { to: `${HOME}/audit`, label: t.audit, Icon: History },
    { to: `${HOME}/operators`, label: t.operators, Icon: ShieldUser },
  ]
  // The entry of the current page has no filters, so selecting it clears them.
  return places.map((place) => (place.to === pathname ? place : { ...place, ...lastVisits.get(place.to) }))
}
