/** Small projects that fail in every way that matters, for the real runs of Node's tools. */

const MATH = `exports.parsePrice = function parsePrice(s) {
  const m = /^€(\\d+)\\.(\\d\\d)$/.exec(s);
  if (!m) throw new TypeError(\`bad price: \${s}\`);
  return Number(m[1]) * 100 + Number(m[2]);
};
exports.outer = function outer(s) {
  try { return exports.parsePrice(s); } catch (e) { throw new Error("outer failed", { cause: e }); }
};
`;

const CASES = `describe('cart', () => {
  it('adds', () => { console.log('log of a passing test'); expect(1).toBe(1); });
  it('compares objects', () => { expect({ a: 1, b: [1, 2, 3] }).toEqual({ a: 1, b: [1, 3, 3] }); });
  it('throws', () => { parsePrice('x'); });
  it('has a cause', () => { outer('y'); });
  it('compares text', () => { expect('a\\nb\\nc').toBe('a\\nB\\nc'); });
  it.each([1, 2, 3])('row %d', (n) => { expect(n).toBe(0); });
  it('same as others one', () => { expect(5).toBe(6); });
  it('same as others two', () => { expect(5).toBe(6); });
  it('throws a string', () => { throw 'plain string'; });
  it('logs an error', () => { console.error('to stderr'); expect(true).toBe(false); });
  it('parses', () => { JSON.parse('{bad'); });
  it('FAIL in its name > with [1/2] › marks', () => { expect(1).toBe(2); });
  it('says 0 failed and 12 passed', () => { expect(1).toBe(2); });
  it('times out', async () => { await new Promise(() => {}); }, 60);
  describe('inner', () => { it('is deep', () => { expect([1]).toContain(2); }); });
});
describe('hooks', () => {
  beforeAll(() => { throw new Error('setup exploded'); });
  it('never runs', () => {});
});
`;

const BROKEN = {
  "src/missing.test.js": "REQUIRE './nope';\nit('x', () => {});\n",
  "src/syntax.test.js": "const x = {;\n",
  "src/empty.test.js": "console.log('no tests in here');\n",
  "src/fine.test.js": "it('is fine', () => {});\nit.skip('is skipped', () => {});\nit.todo('comes later');\n",
};

export const VITEST_PROJECT: Readonly<Record<string, string>> = {
  "package.json": `{"name":"p","version":"1.0.0","type":"module"}`,
  "vitest.config.js": "export default { test: { globals: true } };\n",
  "src/math.cjs": MATH,
  "src/cart.test.js": `import { outer, parsePrice } from './math.cjs';\n${CASES}`,
  ...withImports("import"),
  "src/late.test.js": `it('throws late', async () => {
  setTimeout(() => { throw new Error('late boom'); }, 5);
  await new Promise((done) => setTimeout(done, 40));
});
`,
};

export const JEST_PROJECT: Readonly<Record<string, string>> = {
  "package.json": `{"name":"p","version":"1.0.0","jest":{"testEnvironment":"node"}}`,
  "src/math.js": MATH,
  "src/cart.test.js": `const { outer, parsePrice } = require('./math');\n${CASES}`,
  ...withImports("require"),
};

function withImports(how: "import" | "require"): Record<string, string> {
  return Object.fromEntries(
    Object.entries(BROKEN).map(([file, text]) => {
      const call = how === "import" ? "import './nope';" : "require('./nope');";
      return [file, text.replace("REQUIRE './nope';", call)];
    }),
  );
}

export const ESLINT_PROJECT: Readonly<Record<string, string>> = {
  "package.json": `{"name":"p","version":"1.0.0","type":"module"}`,
  "eslint.config.js": `export default [
  { rules: {
    "no-unused-vars": "error", "no-undef": "error", "no-var": "error", "prefer-const": "error", eqeqeq: "error",
    "no-shadow": "warn", "no-console": "warn", "max-lines-per-function": ["warn", 3], "no-empty": "error",
  } },
];
`,
  ...Object.fromEntries(
    [1, 2, 3, 4].map((n) => [
      `src/mod${n}.js`,
      `var total${n} = 0;
function unused${n}(a) { if (1 == 2) console.log(nope${n}); }
let never${n} = 2;
export function f(items) {
  try { items.map((items) => items); } catch {}
  return [
    items,
    never${n},
  ];
}
`,
    ]),
  ),
  "src/bad.js": "const x = {;\n",
  "src/disabled.js": "/* eslint-disable no-alert */\nexport const a = 1;\n",
  "src/fine.js": "export const fine = 1;\n",
};

export const TSC_PROJECT: Readonly<Record<string, string>> = {
  "package.json": `{"name":"p","version":"1.0.0","type":"module"}`,
  "tsconfig.json":
    `{"compilerOptions":{"strict":true,"noEmit":true,"target":"es2022","module":"esnext","moduleResolution":"bundler","types":[]},"include":["src"]}`,
  ...Object.fromEntries(
    [1, 2, 3, 4, 5].map((n) => [
      `src/gen${n}.ts`,
      `export const v${n}: number = 'a';\nexport const w${n} = ('x' as string).foo${n};\n`,
    ]),
  ),
  "src/orders.ts": `import { gone } from './nowhere';
interface Order { id: number; note?: string }
const o: Order = { id: 'x' };
const f: (x: string) => void = (x: number) => {};
o.nme = 3;
let u: string = o.note;
function g(a: number, b: string) {}
g('a');
`,
};

export const PRETTIER_PROJECT: Readonly<Record<string, string>> = {
  "package.json": `{"name":"p","version":"1.0.0"}\n`,
  "src/ugly one.js": "const  a=1\n",
  "src/ugly.ts": "export const b  = {a:1}\n",
  "src/fine.js": "export const fine = 1;\n",
  "src/broken.js": "const x = {;\n",
};
