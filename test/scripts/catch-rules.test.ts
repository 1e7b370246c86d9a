import { expect, it } from 'vitest';
import { checkCatches } from '../../scripts/catch-rules.mjs';

const KNOWS = '// It announces its work to a checkpoint.\n';
const linesOf = (text: string): readonly number[] => checkCatches('src/a.ts', `${KNOWS}function f() { ${text} }`).map(({ line }) => line);

it.each([
  'try { f(); } catch {}',
  'try { f(); } catch { return undefined; }',
  'try { f(); } catch (error) { return error instanceof Error ? 1 : 2; }',
  'try { new F(); } catch { return 1; }',
  'try { JSON.parse(f()); } catch { return 1; }',
  'class A { b() { try { this.c.d(); } catch (error) { g(1); } } }',
])('%j swallows the end of a call', (text) => {
  expect(linesOf(text)).toEqual([2]);
});

it.each([
  'try { f(); } catch (error) { if (!(error instanceof A)) throw error; }',
  'try { f(); } catch (error) { return endOf(error); }',
  'try { f(); } finally { g(); }',
  'try { return JSON.parse(text); } catch { return undefined; }',
  'try { memory.grow(1); } catch { return false; }',
  'try { return BigInt(text); } catch { return undefined; }',
])('%j does not', (text) => {
  expect(linesOf(text)).toEqual([]);
});

it('a file that knows no checkpoint has nothing to swallow', () => {
  expect(checkCatches('src/a.ts', 'try { f(); } catch {}')).toEqual([]);
});
