/** Gender, birthday and region; each may be left empty. */
import { genders, saveProfile, type Profile } from '@homeport/contract/account.ts'
import { wordsOf } from '@homeport/contract/shape/rule-words.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { now } from '../kit/clock.ts'
import { isFailure } from '../kit/failure.ts'
import { useLang, useText } from '../kit/lang.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Radios } from '../ui/radios.tsx'
import { RegionField } from '../ui/region-field.tsx'
import { toast } from '../ui/toast.tsx'
import { saveOwn } from './profile-data.ts'
import { profileText } from './profile-text.ts'
import '../ui/form-page.css'

export function AboutForm({ user, done }: { user: Profile; done: () => void }) {
  const words = useText(profileText)
  const lang = useLang()
  const saving = useMutation(saveOwn(useQueryClient()))
  const [typed, setTyped] = useState({ gender: user.gender, birthday: user.birthday, region: user.region })
  const [wrong, setWrong] = useState<Record<string, string>>({})
  /** A date that is typed in part has no value: it is neither empty nor what stood there before. */
  const [isDateWhole, setDateWhole] = useState(true)
  const errorOf = (field: string) => (wrong[field] ? wordsOf(wrong[field], lang) : undefined)

  function change(given: Partial<typeof typed>) {
    setTyped({ ...typed, ...given })
    setWrong({})
  }
  async function save() {
    if (!isDateWhole) return setWrong({ birthday: 'birthday' })
    const read = z.safeParse(saveProfile.input, typed)
    if (!read.success)
      return setWrong(Object.fromEntries(read.error.issues.map(({ path, message }) => [String(path[0]), message])))
    try {
      await saving.mutateAsync(read.data)
      toast(words.saved)
      done()
    } catch (failure) {
      if (isFailure(failure, 'field') && failure.invalid) setWrong({ [failure.invalid.field]: failure.invalid.rule })
    }
  }

  return (
    <form
      className="form-page"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Radios
        label={words.gender}
        choices={genders.map((key) => ({ key, label: words.genders[key] }))}
        chosen={typed.gender}
        choose={(gender) => change({ gender })}
      />
      <Field
        label={words.birthday}
        type="date"
        autoComplete="bday"
        min="1900-01-01"
        max={new Date(now()).toISOString().slice(0, 10)}
        value={typed.birthday}
        error={errorOf('birthday')}
        onChange={(event) => {
          setDateWhole(!event.target.validity.badInput)
          change({ birthday: event.target.value })
        }}
      />
      <RegionField
        label={words.region}
        value={typed.region}
        error={errorOf('region')}
        change={(region) => change({ region })}
        canClear
      />
      <Button look="main" type="submit" isWide isBusy={saving.isPending}>
        {words.save}
      </Button>
    </form>
  )
}
