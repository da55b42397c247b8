/** Form for gender, birthday and region; each may be empty. */
import { genders, saveProfile, type Profile } from '@homeport/contract/account.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { MapPin } from 'lucide-react'
import { useEffect, useState } from 'react'
import { observable } from '../../kit/observable.ts'
import { now } from '../../kit/time/clock.ts'
import { isOther, useDraft } from '../../kit/keep/draft.ts'
import { useText } from '../../kit/lang.ts'
import { askForPlace, usePlaceFor } from '../../shared/place.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { useLeaveQuestion } from '../../ui/leave-question.ts'
import { Radios } from '../../ui/radios.tsx'
import { RegionField } from '../../shared/region/region-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { saveOwn } from './profile-data.ts'
import { profileText } from './profile-text.ts'
import styles from './profile.module.css'

type About = Pick<Profile, 'gender' | 'birthday' | 'region'>

/** The unsaved values from when the map was opened over the form. */
const unsaved = observable<About | null>(null)
const formName = 'profile'

export function AboutForm({ user, done }: { user: Profile; done: () => void }) {
  const words = useText(profileText)
  const saving = useMutation(saveOwn(useQueryClient()))
  const { gender, birthday, region } = user
  const { typed, change, errorOf, tell, save } = useDraft<About>('about', unsaved.get() ?? { gender, birthday, region })
  const unasked = useLeaveQuestion({ isChanged: isOther(typed, { gender, birthday, region }), leave: done })
  useEffect(() => unsaved.set(null), [])
  usePlaceFor(formName, ({ region: code }) => (code === '' ? toast(words.noRegion) : change({ region: code })))
  /** A partly typed date has no value: it is neither empty nor the previous date. */
  const [isDateWhole, setDateWhole] = useState(true)

  async function submit() {
    if (!isDateWhole) return tell({ birthday: 'birthday' })
    if (!(await save(saveProfile.input, typed, saving.mutateAsync))) return
    toast(words.saved)
    unasked(done)
  }

  return (
    <Form isPage submit={() => void submit()} label={words.save} isBusy={saving.isPending}>
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
        onChange={(region) => change({ region })}
        canClear
      />
      <div className={styles.onMap}>
        <Button
          variant="text"
          icon={<MapPin size={20} strokeWidth={1.75} />}
          onClick={() => {
            unsaved.set(typed)
            unasked(() => askForPlace(formName))
          }}
        >
          {words.onMap}
        </Button>
      </div>
      <Radios
        label={words.gender}
        choices={genders.map((key) => ({ key, label: words.genders[key] }))}
        chosen={typed.gender}
        onSelect={(gender) => change({ gender })}
      />
    </Form>
  )
}
