/** Form state: the typed values and the errors of the fields, kept until the form is saved or left, even if the request fails, the page is loaded again or the session expires. */
import type { In, Shape } from '@homeport/contract/kit/operation.ts'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { wordsOf } from '@homeport/contract/shape/field/rule-messages.ts'
import { isFailure } from '../failure.ts'
import { useLang } from '../lang.ts'
import { session } from '../session.ts'
import { forgetTyped, keepForm, typedOr } from './unsent-forms.ts'

type Closing = 'forgets' | 'keeps'
type TextField<T> = { [K in keyof T & string]: string extends T[K] ? K : never }[keyof T & string]

/** key and closing: see useKept(). */
export function useDraft<T extends object>(key: string, given: T, closing: Closing = 'forgets') {
  const [typed, setTyped, forget] = useKept(key, given, closing)
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const lang = useLang()

  /** Field → rule. The first wrong field gets the focus, as a browser's own check does it. */
  function showErrors(rules: Record<string, string>): void {
    setWrong(rules)
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(':is(input, textarea)[aria-invalid=true], button[data-invalid]')?.focus(),
    )
  }

  /** Changing a field clears its error until the next validation. */
  function change(part: Partial<T>): void {
    setTyped((before) => ({ ...before, ...part }))
    clearErrors(Object.keys(part))
  }

  function set(field: TextField<T>, text: string): void {
    setTyped((before) => ({ ...before, [field]: text }))
    clearErrors([field])
  }

  function clearErrors(fields: readonly string[]): void {
    setWrong((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !fields.includes(field))))
  }

  function errorOf(field: keyof T & string): string | undefined {
    return wrong[field] ? wordsOf(wrong[field], lang) : undefined
  }

  /** The props of a text field. */
  function line(field: TextField<T>) {
    return {
      value: String(typed[field]),
      error: errorOf(field),
      onChange: (event: { target: { value: string } }) => set(field, event.target.value),
    }
  }

  /** Saves if the schema accepts the input; marks every field that the schema or the cloud rejects. True once saved. */
  async function save<S extends Shape>(schema: S, input: In<S>, ask: (input: In<S>) => Promise<unknown>): Promise<boolean> {
    const read = z.safeParse(schema, input)
    if (!read.success) {
      const rules: Record<string, string> = {}
      for (const { path, message } of read.error.issues) rules[String(path[0])] ??= message
      showErrors(rules)
      return false
    }
    try {
      await ask(input)
      forget()
      return true
    } catch (failure) {
      if (isFailure(failure, 'field') && failure.invalid) showErrors({ [failure.invalid.field]: failure.invalid.rule })
      return false
    }
  }

  return { typed, change, line, errorOf, tell: showErrors, save, isChanged: isOther(typed, given) }
}

/**
 * State of a form without a password, kept until it is as given again, or until the form is left; over a reload and a session that expires too. key: of the form and its subject.
 * closing: keeps, for a sheet that Back closes by mistake: until `forget`, once it is saved.
 */
export function useKept<T extends object>(key: string, given: T, closing: Closing = 'forgets') {
  const [typed, setTyped] = useState(() => formOr(key, given))
  const isSaved = useRef(false)
  useEffect(() => {
    if (isSaved.current) return
    if (!isOther(typed, given)) forgetTyped(key)
    // Once is enough: whoever shows what is typed elsewhere renders this form again.
    else if (formOr(key, given) !== typed) keepForm(key, typed)
  }, [key, typed, given])
  // Without a session it is not the person who leaves the form.
  useEffect(() => {
    if (closing === 'keeps') return undefined
    return () => void (session.get().token !== '' && forgetTyped(key))
  }, [key, closing])
  const change: typeof setTyped = (next) => {
    isSaved.current = false
    setTyped(next)
  }
  const forget = () => {
    isSaved.current = true
    forgetTyped(key)
  }
  return [typed, change, forget] as const
}

/** True if a field differs between two drafts of one form. */
export function isOther<T extends object>(one: T, other: T): boolean {
  return entriesOf(one).some(([key, value]) => !isSame(value, new Map(entriesOf(other)).get(key)))
}

const entriesOf = (draft: object) => Object.entries(draft)
const isSame = (one: unknown, other: unknown) => one === other || JSON.stringify(one) === JSON.stringify(other)

/** A form that an older build of the app left in the tab may lack fields: then nothing of it counts. */
export function formOr<T extends object>(key: string, first: T): T {
  const stored = typedOr(key, first)
  return isLike(first, stored) ? stored : first
}

function isLike(first: unknown, stored: unknown): boolean {
  if (!isFields(first)) return typeof first === typeof stored && Array.isArray(first) === Array.isArray(stored)
  return isFields(stored) && Object.entries(first).every(([field, value]) => isLike(value, stored[field]))
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
