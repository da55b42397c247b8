/** What is typed in a form and which of its fields are wrong: kept until it is saved, whatever the cloud says. */
import type { In, Shape } from '@homeport/contract/kit/promise.ts'
import { useState } from 'react'
import * as z from 'zod/mini'
import { isFailure } from '../kit/failure.ts'

export function useDraft<T extends object>(given: T) {
  const [typed, setTyped] = useState(given)
  const [wrong, setWrong] = useState<Record<string, string>>({})

  /** The first wrong field gets the focus, as a browser's own check does it. */
  function tell(rules: Record<string, string>): void {
    setWrong(rules)
    requestAnimationFrame(() => document.querySelector<HTMLElement>('.fieldset .bad :is(input, textarea), button.bad')?.focus())
  }

  return {
    typed,
    wrong,
    /** A field that is changed is not wrong any more until it is looked at again. */
    change: (part: Partial<T>): void => {
      setTyped((before) => ({ ...before, ...part }))
      setWrong((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in part))))
    },
    /** The input that a call takes, or undefined with every wrong field marked. */
    read: <S extends Shape>(schema: S, input: In<S>): In<S> | undefined => {
      const read = z.safeParse(schema, input)
      if (read.success) return input
      const rules: Record<string, string> = {}
      for (const { path, message } of read.error.issues) rules[String(path[0])] ??= message
      tell(rules)
      return undefined
    },
    refused: (failure: unknown): void => {
      if (isFailure(failure, 'field') && failure.invalid) tell({ [failure.invalid.field]: failure.invalid.rule })
    },
  }
}
