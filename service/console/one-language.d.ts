/** A list of texts of which the build leaves one language. */
declare module '*?lang=en' {
  const texts: import('../../console/src/i18n/text.ts').Texts;
  export default texts;
}
declare module '*?lang=de' {
  const texts: import('../../console/src/i18n/text.ts').Texts;
  export default texts;
}
