/** The mini-program: a page to sign in and bind a box, and one that opens the app. */
App({})
