/** Queries and mutations of the address book; optimistic, rolled back if the cloud refuses. */
import {
  addresses,
  defaultAddress,
  defaultInvoice,
  invoices,
  removeAddress,
  removeInvoice,
  saveAddress,
  saveInvoice,
} from '@homeport/contract/address.ts'
import type { In } from '@homeport/contract/kit/operation.ts'
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { ask } from '../kit/call/http.ts'
import { isFailure } from '../kit/failure.ts'
import { edit, optimistic } from '../kit/keep/optimistic.ts'
import { session } from '../kit/session.ts'

const keyOf = (kind: Kind) => [session.get().lang, 'address', kind]

export type Kind = 'addresses' | 'invoices'

export const ownAddresses = () =>
  queryOptions({
    queryKey: keyOf('addresses'),
    queryFn: async ({ signal }) => (await ask(addresses, {}, { signal })).data,
    // The stored copy may be older than this user's last change.
    staleTime: 0,
    meta: { isSaved: true, isQuiet: true },
  })

export const ownInvoices = () =>
  queryOptions({
    queryKey: keyOf('invoices'),
    queryFn: async ({ signal }) => (await ask(invoices, {}, { signal })).data,
    // The stored copy may be older than this user's last change.
    staleTime: 0,
    meta: { isSaved: true, isQuiet: true },
  })

const takes = (failure: unknown) => isFailure(failure, 'field')

export const keepAddress = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (typed: In<typeof saveAddress.input>) => ask(saveAddress, typed),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf('addresses') }),
    meta: { takes },
  })

export const keepInvoice = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (typed: In<typeof saveInvoice.input>) => ask(saveInvoice, typed),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf('invoices') }),
    meta: { takes },
  })

type Entry = { id: string; is_default: boolean }

export const drop = (client: QueryClient, kind: Kind) =>
  mutationOptions({
    mutationFn: (id: string) => ask(kind === 'addresses' ? removeAddress : removeInvoice, { id }),
    ...changing(client, kind, (list, id) => list.filter((one) => one.id !== id)),
  })

export const prefer = (client: QueryClient, kind: Kind) =>
  mutationOptions({
    mutationFn: (id: string) => ask(kind === 'addresses' ? defaultAddress : defaultInvoice, { id }),
    ...changing(client, kind, (list, id) => list.map((one) => ({ ...one, is_default: one.id === id }))),
  })

function changing(client: QueryClient, kind: Kind, change: (list: Entry[], id: string) => Entry[]) {
  const queryKey = keyOf(kind)
  return optimistic((id: string) => edit<Entry[]>(client, queryKey, (list) => change(list, id)), { client, queryKey })
}
