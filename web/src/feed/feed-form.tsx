/** One feed: its name, its rule, and what that would take; saved by the one button. */
import type { Device } from '@homeport/contract/device.ts'
import { feedNameMaxLength, type Feed } from '@homeport/contract/feed/feed.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isOther, useKept } from '../kit/keep/draft.ts'
import { useText } from '../kit/lang.ts'
import { back } from '../kit/nav/nav.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { useLeaveQuestion } from '../ui/leave-question.ts'
import { Power } from 'lucide-react'
import listStyles from '../ui/list.module.css'
import { Switch } from '../ui/switch.tsx'
import { toast } from '../ui/toast.tsx'
import { saveFeed, takeItems } from './feed-data.ts'
import styles from './feed.module.css'
import { feedsPath } from './paths.ts'
import { RuleRows } from './rule-rows.tsx'
import { feedText } from './text.ts'
import { TriedList } from './tried-list.tsx'

type Draft = Pick<Feed, 'feed_id' | 'name' | 'is_on' | 'rule'>
/** feed: as it is saved, or as a new one begins. address: of a new one, or of one that gets another; else ''. */
type Props = { device: Device; feed: Draft; address: string; isNew: boolean; canSave: boolean; onSaved?: () => void }

export function FeedForm({ device, feed, address, isNew, canSave, onSaved = () => {} }: Props) {
  const words = useText(feedText)
  const client = useQueryClient()
  const { feed_id } = feed
  const saved = draftOf(feed)
  const keptAs = `feed ${device.devsn} ${isNew ? '' : feed_id} ${address}`
  const [draft, setDraft] = useKept(keptAs, saved)
  const [isChecked, setChecked] = useState(false)
  const saving = useMutation(saveFeed(client, device))
  const taking = useMutation(takeItems(client, device))
  const { name, is_on, rule } = draft
  const isChanged = isNew || address !== '' || isOther(draft, saved)
  const unasked = useLeaveQuestion({ isChanged, leave: () => back(feedsPath) })

  function save() {
    setChecked(true)
    if (name.trim() === '') return
    saving.mutate(
      { feed_id, name: name.trim(), address, is_on, rule },
      {
        onSuccess() {
          toast(isNew ? words.savedNew : words.saved)
          unasked(onSaved)
        },
      },
    )
  }
  const take = () => taking.mutate(feed_id, { onSuccess: ({ taken }) => toast(words.taken(taken)) })
  return (
    <form
      noValidate
      className={styles.narrow}
      onSubmit={(event) => {
        event.preventDefault()
        if (!saving.isPending) save()
      }}
    >
      <Field
        label={words.name}
        value={name}
        maxLength={feedNameMaxLength}
        autoComplete="off"
        disabled={!canSave}
        error={isChecked && name.trim() === '' ? words.nameFilled : undefined}
        onChange={({ target }) => setDraft({ ...draft, name: target.value })}
      />
      <RuleRows
        device={device}
        rule={rule}
        keptAs={keptAs}
        onChange={(change) => setDraft({ ...draft, rule: { ...rule, ...change } })}
      />
      {!isNew && (
        <div className={listStyles.list}>
          <Switch icon={<Power strokeWidth={1.75} />} isOn={is_on} onChange={(next) => setDraft({ ...draft, is_on: next })}>
            {words.isOn}
          </Switch>
        </div>
      )}
      <TriedList device={device} request={{ feed_id, address, rule }}>
        {(fitting) =>
          fitting > 0 &&
          !isChanged && (
            <Button variant="line" isWide isBusy={taking.isPending} disabled={!canSave} onClick={take}>
              {words.take(fitting)}
            </Button>
          )
        }
      </TriedList>
      {isChanged && (
        <div className={styles.foot}>
          <Button variant="main" type="submit" isWide isBusy={saving.isPending} disabled={!canSave}>
            {words.save}
          </Button>
        </div>
      )}
    </form>
  )
}

/** Its times and counts change while it is edited. */
const draftOf = ({ name, is_on, rule }: Draft): Omit<Draft, 'feed_id'> => ({ name, is_on, rule })
