/** Sheets for the parts of a rule that are typed: titles, episodes, size. Each begins with the rule as it is, or with what was typed before a reload or when the session expired. However one is closed, the page has what was typed; its own button saves it. */
import { cutText } from '@homeport/contract/shape/field/text.ts'
import { maxFeedTitles, feedWordsMaxLength } from '@homeport/contract/feed/feed-rule.ts'
import type { ReactNode } from 'react'
import { useKept } from '../kit/keep/draft.ts'
import { useText } from '../kit/lang.ts'
import { commonText } from '../kit/text/text.ts'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { TextArea } from '../ui/text-area.tsx'
import textStyles from '../ui/text.module.css'
import type { RuleSheetProps } from './choice-sheets.tsx'
import { feedText } from './text.ts'

const gigabyte = 1_000_000_000

/** keptAs: see useKept(). */
type TypedRuleProps = RuleSheetProps & { keptAs: string }

export function TitleSheet({ isOpen, onClose, rule, keptAs, onChange }: TypedRuleProps) {
  const words = useText(feedText)
  const [typed, setTyped] = useKept(keptAs, { titles: rule.titles.join('\n'), not_words: rule.not_words })
  const { titles, not_words } = typed
  const lines = titles
    .split('\n')
    .map((line) => cutText(line.trim(), feedWordsMaxLength))
    .filter((line) => line !== '')
  return (
    <TypedSheet
      {...{ isOpen, onClose }}
      title={words.titles}
      onDone={() => onChange({ titles: lines.slice(0, maxFeedTitles), not_words: not_words.trim() })}
    >
      <TextArea
        label={words.titles}
        value={titles}
        placeholder={words.any}
        count={`${lines.length} / ${maxFeedTitles}`}
        onChange={({ target }) => setTyped({ ...typed, titles: target.value })}
      />
      <p className={textStyles.caption}>{words.titlesHint}</p>
      <Field
        label={words.notWords}
        hint={words.notWordsHint}
        value={not_words}
        maxLength={feedWordsMaxLength}
        autoComplete="off"
        onChange={({ target }) => setTyped({ ...typed, not_words: target.value })}
      />
    </TypedSheet>
  )
}

const wholeOf = (text: string) => Math.min(9_999, Number(text.replaceAll(/\D/g, '')) || 0)
const shownNumber = (number: number) => (number === 0 ? '' : String(number))

export function EpisodesSheet({ isOpen, onClose, rule, keptAs, onChange }: TypedRuleProps) {
  const words = useText(feedText)
  const first = { season: shownNumber(rule.season_from), episode: shownNumber(rule.episode_from) }
  const [typed, setTyped] = useKept(keptAs, first)
  const { season, episode } = typed
  return (
    <TypedSheet
      {...{ isOpen, onClose }}
      title={words.episodes}
      onDone={() => onChange({ season_from: wholeOf(season), episode_from: wholeOf(episode) })}
    >
      <Field
        label={words.season}
        value={season}
        placeholder={words.all}
        inputMode="numeric"
        autoComplete="off"
        onChange={({ target }) => setTyped({ ...typed, season: target.value })}
      />
      <Field
        label={words.episode}
        value={episode}
        placeholder={words.all}
        inputMode="numeric"
        autoComplete="off"
        onChange={({ target }) => setTyped({ ...typed, episode: target.value })}
      />
    </TypedSheet>
  )
}

/** GB in bytes; undefined for what is no number. */
function bytesOf(text: string): number | undefined {
  const number = Number(text.trim().replace(',', '.'))
  return Number.isFinite(number) && number >= 0 && number <= 10_000 ? Math.round(number * gigabyte) : undefined
}

export function SizeSheet({ isOpen, onClose, rule, keptAs, onChange }: TypedRuleProps) {
  const words = useText(feedText)
  const first = { from: shownNumber(rule.size_from / gigabyte), to: shownNumber(rule.size_to / gigabyte) }
  const [typed, setTyped] = useKept(keptAs, first)
  const { from, to } = typed
  const [size_from, size_to] = [bytesOf(from), bytesOf(to)]
  const isRight = size_from !== undefined && size_to !== undefined
  return (
    <TypedSheet
      {...{ isOpen, onClose }}
      title={words.size}
      isWrong={!isRight}
      onDone={() => isRight && onChange({ size_from, size_to })}
    >
      <Field
        label={words.sizeFrom}
        value={from}
        placeholder={words.any}
        inputMode="decimal"
        autoComplete="off"
        end={<span className={textStyles.caption}>GB</span>}
        error={size_from === undefined ? words.sizeBad : undefined}
        onChange={({ target }) => setTyped({ ...typed, from: target.value })}
      />
      <Field
        label={words.sizeTo}
        value={to}
        placeholder={words.any}
        inputMode="decimal"
        autoComplete="off"
        end={<span className={textStyles.caption}>GB</span>}
        error={size_to === undefined ? words.sizeBad : undefined}
        onChange={({ target }) => setTyped({ ...typed, to: target.value })}
      />
    </TypedSheet>
  )
}

type TypedProps = {
  isOpen: boolean
  onClose: () => void
  title: string
  isWrong?: boolean
  onDone: () => void
  children: ReactNode
}

function TypedSheet({ isOpen, onClose, title, isWrong = false, onDone, children }: TypedProps) {
  const words = useText(feedText)
  function close() {
    if (!isWrong) onDone()
    onClose()
  }
  return (
    <Sheet isOpen={isOpen} onClose={close} title={title} closeLabel={useText(commonText).close}>
      <Form
        label={words.done}
        isBusy={false}
        submit={(event) => {
          // React hands it on to the form of the page, which would be saved.
          event.stopPropagation()
          if (!isWrong) close()
        }}
      >
        {children}
      </Form>
    </Sheet>
  )
}
