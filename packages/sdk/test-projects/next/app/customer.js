'use client'
import { ApiError, ErrorCode } from '@partner-accounts/sdk'
import { createElement, useEffect, useState } from 'react'

/** Requests an unknown customer from the route handler, and shows the error. */
export function Customer() {
  const [error, setError] = useState()
  useEffect(() => {
    const load = async () => {
      const { status } = await globalThis.fetch(`/api/customers/${'9'.repeat(14)}`)
      setError(new ApiError({ status, code: ErrorCode.ACCOUNT_NOT_FOUND, message: 'unknown' }))
    }
    void load()
  }, [])
  return createElement('b', null, error instanceof ApiError && `${error.name} ${error.status}/${error.code}`)
}
