/** Calls for registration, sign-in and sign-out. */
import { login, logout, register, type SignedIn } from '@homeport/contract/account.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { mutationOptions } from '@tanstack/react-query'
import { ask } from '../../kit/call/http.ts'
import { isFailure } from '../../kit/failure.ts'
import { endSession, startSession } from '../../kit/session.ts'
import type { accountText } from '../field/text.ts'

type Credentials = { username: string; password: string }

export const signIn = mutationOptions({
  mutationFn: (typed: Credentials): Promise<SignedIn> => ask(login, { ...typed, agreed: 1 }),
  onSuccess: startSession,
  meta: { takes: (failure: unknown) => isFailure(failure, 'field') || isFailure(failure, 'code') },
})

export const signUp = mutationOptions({
  mutationFn: (typed: Credentials & { code: string }): Promise<SignedIn> => ask(register, { ...typed, agreed: 1 }),
  onSuccess: startSession,
  meta: { takes: (failure: unknown) => isFailure(failure, 'field') || isFailure(failure, 'code') },
})

/** The browser deletes the session at once, even offline; ending the token on the server is best effort. */
export async function signOut(): Promise<void> {
  // NOTE: ask reads the token before its first await.
  const delivered = ask(logout, {}).catch(() => null)
  endSession()
  await delivered
}

/** Texts for a refused sign-in or registration, by code; other codes show the server's message. */
export function ownWords(words: typeof accountText.en): Partial<Record<number, string>> {
  return {
    [Code.wrongCredentials]: words.wrong,
    [Code.taken]: words.taken,
    [Code.notAllowed]: words.closed,
    [Code.tooMany]: words.tooMany,
  }
}
