/** The repeated password must equal the first; checked even if another field is invalid. */
import * as z from 'zod/mini'

export const Again = z.string().check(z.refine((text) => text !== '', 'confirm_filled'))

const isSame = (again: string, first: string) => again === '' || again === first

export const passwordsMatch = z.refine<{ password: string; again: string }>(({ password, again }) => isSame(again, password), {
  error: 'passwords_differ',
  path: ['again'],
  when: () => true,
})

export const areNewSame = z.refine<{ new_password: string; again: string }>(
  ({ new_password, again }) => isSame(again, new_password),
  {
    error: 'passwords_differ',
    path: ['again'],
    when: () => true,
  },
)
