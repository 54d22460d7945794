// Compiled with `--declaration`. Fails if the type of an export cannot be named by public types of the client.
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { type AppRouter, createPartnerAccountsClient, isApiError } from '@partner-accounts/client'
import { createTRPCContext } from '@trpc/tanstack-react-query'

export const connect = (url: string) => createPartnerAccountsClient({ url })
export const partners = (url: string) => connect(url).internal.partners
export const listPartners = (url: string) => connect(url).internal.partners.list.query({ limit: 10 })
export const createCoupon = (url: string) => connect(url).internal.coupons.create
export const errorOf = (error: unknown) => (isApiError(error) ? error : undefined)
export const shapeOf = (error: unknown) => (isApiError(error) ? error.shape : undefined)

export const { TRPCProvider, useTRPC } = createTRPCContext<AppRouter>()
export const usePartners = () => useQuery(useTRPC().internal.partners.list.queryOptions({ limit: 10 }))
export const useAllPartners = () =>
  useInfiniteQuery(
    useTRPC().internal.partners.list.infiniteQueryOptions({ limit: 10 }, { getNextPageParam: () => undefined }),
  )
export const useCoupon = () => useMutation(useTRPC().internal.coupons.create.mutationOptions())
