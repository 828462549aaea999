import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { startLocalService, type LocalService } from '../../tools/service';

/** A program with one error, and the token that the Problem has to cover. */
interface Faulty {
  readonly name: string;
  readonly code: string;
  readonly token: string;
  /** 0-based. */
  readonly line: number;
}

const faulty: readonly Faulty[] = [
  { name: 'behind one tab', code: 'int main() {\n\tint unused1;\n}\n', token: 'unused1', line: 1 },
  {
    name: 'behind tabs inside the line',
    code: 'int main() {\n\tint a = 1;\t\tint unused2 = a;\n}\n',
    token: 'unused2',
    line: 1,
  },
  {
    name: 'behind a Chinese comment and tabs',
    code: 'int main() {\n\t/* 这里是 中文 */\tint unused3;\n}\n',
    token: 'unused3',
    line: 1,
  },
  {
    name: 'as a Chinese identifier behind a Chinese one',
    code: 'int main() {\n\tint 已用 = 1; int 未用 = 已用;\n}\n',
    token: '未用',
    line: 1,
  },
  {
    name: 'behind an emoji',
    code: 'int main() {\n  const char *s = "😀👍🏽 é"; int unused4 = s[0];\n}\n',
    token: 'unused4',
    line: 1,
  },
  {
    name: 'as an undeclared name behind tabs and emoji',
    code: 'int main() {\n\tconst char *s = "😀"; return s[0] + missing;\n}\n',
    token: 'missing',
    line: 1,
  },
  {
    name: 'with a Chinese name behind tabs inside the line',
    code: '#include <cstdio>\nint main() {\n\tint 甲 = 1;\t\tint 乙丙 = 甲;\n\treturn 0;\n}\n',
    token: '乙丙',
    line: 2,
  },
  {
    name: 'as an undeclared Chinese name behind a comment, tabs and others',
    code: '#include <cstdio>\nint 求和(int 左, int 右) {\n\t/* 制表符 */\treturn 左 +\t右 + 缺少;\n}\nint main() {\n\treturn 求和(1, 2);\n}\n',
    token: '缺少',
    line: 2,
  },
];

for (const language of ['Chinese', 'English'] as const) {
  describe(`${language} compiler output from a real compiler`, function () {
    let service: LocalService;
    let folder: string;

    before(async function () {
      this.timeout(180_000);
      await vscode.extensions.getExtension('judge-results.judge-results')?.activate();
      service = await startLocalService({ english: language === 'English' });
      const { cxx, chinese } = await service.toolchain();
      assert.ok(cxx, 'these tests need g++');
      // On Debian and Ubuntu, the test runner installs the compiler's Chinese messages.
      if (process.platform === 'linux') assert.equal(chinese, language === 'Chinese');
      folder = await fs.mkdtemp(path.join(os.tmpdir(), 'problems-'));
    });

    after(async () => {
      await service.close();
      await fs.rm(folder, { recursive: true, force: true });
    });

    for (const [index, program] of faulty.entries()) {
      it(`marks exactly the wrong token of ${program.name}`, async function () {
        this.timeout(180_000);
        const file = vscode.Uri.file(path.join(folder, `${language}-${index}.cpp`));
        await fs.writeFile(file.fsPath, program.code);
        const problem = await judgedProblem(service, folder, file, program);
        const document = await vscode.workspace.openTextDocument(file);
        assert.equal(document.getText(problem.range), program.token);
        assert.equal(problem.range.start.line, program.line);
      });
    }

    it('marks exactly the wrong token in a closed file that isn’t UTF-8 @core', async function () {
      this.timeout(180_000);
      const [before, behind] = ['int main() {\n\tint a = 1; /* ', ' */\tint unused5 = a;\n}\n'];
      const program = { name: '', code: `${before}中文${behind}`, token: 'unused5', line: 1 };
      const file = vscode.Uri.file(path.join(folder, `${language}-gbk.cpp`));
      const gbk = Buffer.from([0xd6, 0xd0, 0xce, 0xc4]);
      await fs.writeFile(file.fsPath, Buffer.concat([Buffer.from(before), gbk, Buffer.from(behind)]));
      const files = vscode.workspace.getConfiguration('files');
      await files.update('encoding', 'gbk', vscode.ConfigurationTarget.Global);
      try {
        const problem = await judgedProblem(service, folder, file, program);
        const document = await vscode.workspace.openTextDocument(file);
        assert.ok(document.getText().includes('中文'));
        assert.equal(document.getText(problem.range), program.token);
      } finally {
        await files.update('encoding', undefined, vscode.ConfigurationTarget.Global);
      }
    });

    it('marks the program line that leads to an error in a library', async function () {
      this.timeout(180_000);
      const program = {
        name: '',
        code: '#include <set>\nstruct Point { int x; };\nint main() {\n\tstd::set<Point> seen;\n\tseen.insert({1});\n}\n',
        token: 'operator<',
        line: 4,
      };
      const file = vscode.Uri.file(path.join(folder, `${language}-library.cpp`));
      await fs.writeFile(file.fsPath, program.code);
      const problem = await judgedProblem(service, folder, file, program);
      assert.equal(problem.severity, vscode.DiagnosticSeverity.Error);
      assert.equal(problem.range.start.line, program.line);
      const steps = problem.relatedInformation ?? [];
      assert.ok(steps.some(({ message }) => /stl_function\.h:\d+:\d+$/.test(message)));
      const own = steps.filter(({ location }) => location.uri.toString() === file.toString());
      assert.ok(own.some(({ location }) => location.range.start.line === program.line));
    });

    it('moves with its line when lines are inserted before it and the file is saved @core', async function () {
      this.timeout(180_000);
      const program = faulty[0];
      assert.ok(program);
      const file = vscode.Uri.file(path.join(folder, `${language}-moved.cpp`));
      await fs.writeFile(file.fsPath, program.code);
      await judgedProblem(service, folder, file, program);
      const editor = await vscode.window.showTextDocument(file);
      await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '// one\n// two\n'));
      assert.ok(await editor.document.save());
      const moved = await problemIn(file, ({ range }) => range.start.line === program.line + 2);
      assert.equal(editor.document.getText(moved.range), program.token);
    });

    it('disappears when another program deletes the file, and returns with the file @core', async function () {
      this.timeout(180_000);
      const program = faulty[0];
      assert.ok(program);
      const workspaceFolder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
      assert.ok(workspaceFolder);
      const inside = path.join(workspaceFolder, `${language}-deleted`);
      for (const parent of [inside, await fs.mkdtemp(path.join(folder, 'deleted-'))]) {
        await fs.mkdir(parent, { recursive: true });
        const file = vscode.Uri.file(path.join(parent, 'main.cpp'));
        await fs.writeFile(file.fsPath, program.code);
        await judgedProblem(service, folder, file, program);
        await fs.rm(file.fsPath);
        await noProblemIn(file);
        await fs.writeFile(file.fsPath, program.code);
        await problemIn(file, ({ message }) => message.includes(program.token));
      }
      const file = vscode.Uri.file(path.join(inside, 'main.cpp'));
      await fs.rm(inside, { recursive: true });
      await noProblemIn(file);
    });
  });
}

/** Submits a program to the local service, and waits for its Problem. */
async function judgedProblem(
  service: LocalService,
  folder: string,
  file: vscode.Uri,
  { code, token }: Faulty,
): Promise<vscode.Diagnostic> {
  const { requestId, done } = await service.submit({ pid: 'P1001', lang: 'cxx/17/gcc', o2: false, code });
  await done;
  const session = path.join(folder, 'session.json');
  const requests = [{ id: requestId, source: file.fsPath }];
  await fs.writeFile(session, JSON.stringify({ settings: service.settings, token: service.token, requests }));
  await vscode.commands.executeCommand('judgeResults.development.openSession', session);
  return problemIn(file, ({ message }) => message.includes(token));
}

async function problemIn(
  file: vscode.Uri,
  isIt: (problem: vscode.Diagnostic) => boolean,
): Promise<vscode.Diagnostic> {
  for (;;) {
    const found = vscode.languages.getDiagnostics(file).find(isIt);
    if (found) return found;
    await changedProblems();
  }
}

async function noProblemIn(file: vscode.Uri): Promise<void> {
  while (vscode.languages.getDiagnostics(file).length > 0) await changedProblems();
}

function changedProblems(): Promise<void> {
  return new Promise((resolve) => {
    const watch = vscode.languages.onDidChangeDiagnostics(() => {
      watch.dispose();
      resolve();
    });
  });
}
