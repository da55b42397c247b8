/** Sheets for the parts of a rule that are chosen from a list: quality, languages, category. */
import { feedLanguages, feedQualities, type FeedRule } from '@homeport/contract/feed/feed-rule.ts'
import { useText } from '../kit/lang.ts'
import { commonText } from '../kit/text/text.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Choices } from '../ui/choices.tsx'
import { classes } from '../ui/classes.ts'
import layoutStyles from '../ui/layout.module.css'
import listStyles from '../ui/list.module.css'
import { Sheet } from '../ui/sheet.tsx'
import textStyles from '../ui/text.module.css'
import { feedText } from './text.ts'

export type RuleSheetProps = {
  isOpen: boolean
  onClose: () => void
  rule: FeedRule
  onChange: (change: Partial<FeedRule>) => void
}

export function QualitySheet({ isOpen, onClose, rule, onChange }: RuleSheetProps) {
  const words = useText(feedText)
  const choices = ['', ...feedQualities] as const
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={words.quality} closeLabel={useText(commonText).close}>
      <Choices
        label={words.quality}
        values={choices}
        labelOf={(key) => (key === '' ? words.any : words.qualityFrom(key))}
        chosen={rule.quality_from}
        onSelect={(quality_from) => {
          onChange({ quality_from })
          onClose()
        }}
      />
    </Sheet>
  )
}

export function CategorySheet({ isOpen, onClose, rule, onChange, names }: RuleSheetProps & { names: readonly string[] }) {
  const words = useText(feedText)
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={words.category} closeLabel={useText(commonText).close}>
      <Choices
        label={words.category}
        values={['', ...names]}
        labelOf={(name) => name || words.noCategory}
        chosen={rule.category}
        onSelect={(category) => {
          onChange({ category })
          onClose()
        }}
      />
    </Sheet>
  )
}

export function LanguageSheet({ isOpen, onClose, rule, onChange }: RuleSheetProps) {
  const words = useText(feedText)
  const { languages } = rule
  const isChosen = (one: (typeof feedLanguages)[number]) => languages.includes(one)
  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title={words.language}
      closeLabel={useText(commonText).close}
      foot={
        <Button variant="main" isWide onClick={onClose}>
          {words.done}
        </Button>
      }
    >
      <p className={classes(textStyles.caption, layoutStyles.below10)}>{words.languageHint}</p>
      {feedLanguages.map((one) => (
        <Checkbox
          key={one}
          className={listStyles.choice ?? ''}
          checked={isChosen(one)}
          onChange={() =>
            onChange({ languages: feedLanguages.filter((each) => (each === one ? !isChosen(each) : isChosen(each))) })
          }
        >
          {words.languages[one]}
        </Checkbox>
      ))}
    </Sheet>
  )
}
