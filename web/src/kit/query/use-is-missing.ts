/** Whether there is nothing by that address. It stays so while it is asked for again: the query forgets its error then, and the page would flicker. */
import { Code } from '@homeport/contract/kit/codes.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { isFailure } from '../failure.ts'

export function useIsMissing({
  error,
  isPending,
  errorUpdatedAt,
}: Pick<UseQueryResult, 'error' | 'isPending' | 'errorUpdatedAt'>): boolean {
  const isMissing = isFailure(error, 'code') && error.code === Code.notFound
  const [wasMissing, setWasMissing] = useState(isMissing)
  const isStillMissing = isPending ? wasMissing && errorUpdatedAt > 0 : isMissing
  if (isStillMissing !== wasMissing) setWasMissing(isStillMissing)
  return isStillMissing
}
