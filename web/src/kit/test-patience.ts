/** For tests: what is waited for on screen has time on a machine that runs other tests beside. */
import { configure } from '@testing-library/react'

configure({ asyncUtilTimeout: 5_000 })
