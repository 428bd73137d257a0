package dev.carril.server.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class JoinedModulesTest {

  private static Map<String, String> join(Map<String, String> sources) {
    return JoinedModules.join(
        "/frontend/", "app/main.js", path -> Objects.requireNonNull(sources.get(path), path));
  }

  @Test
  void what_is_imported_stands_before_who_imports_it_and_once() {
    Map<String, String> files =
        join(
            Map.of(
                "app/main.js",
                "import { a as first } from './a.js'\nimport * as b from '../b.js'\nfirst(b.B)\n",
                "app/a.js",
                "import { B } from '../b.js'\nexport function a() { return B }\n",
                "b.js",
                "export const B = 1\n"));

    assertEquals(
        """
        // The page's modules in one file. Comments are where the modules are written: in frontend/.
        export const joined = {}

        // b.js
        joined['b.js'] ??= (() => {
        const B = 1
        return { B }
        })()

        // app/a.js
        joined['app/a.js'] ??= (() => {
        const { B } = joined['b.js']
        function a() { return B }
        return { a }
        })()
        """,
        files.get("joined.js"));
    assertEquals(
        """
        import { joined } from '/frontend/joined.js'
        {
        const { a: first } = joined['app/a.js']
        const b = joined['b.js']
        first(b.B)
        }
        """,
        files.get("app/main.js"));
  }

  @Test
  void a_module_that_comes_later_brings_what_only_it_needs_and_shares_the_rest() {
    Map<String, String> files =
        join(
            Map.of(
                "app/main.js",
                "import { el } from './dom.js'\nconst go = () => import('../later/later.js')\n",
                "app/dom.js",
                "export function el() {}\nexport async function other() {}\n",
                "later/later.js",
                "import { el } from '../app/dom.js'\nimport { own } from './own.js'\nexport const late = own\n",
                "later/own.js",
                "export const own = 1\n"));

    assertTrue(
        String.valueOf(files.get("app/main.js")).contains("import('/frontend/later/later.js')"));
    assertEquals(
        """
        import { joined } from '/frontend/joined.js'

        // later/own.js
        joined['later/own.js'] ??= (() => {
        const own = 1
        return { own }
        })()

        // later/later.js
        joined['later/later.js'] ??= (() => {
        const { el } = joined['app/dom.js']
        const { own } = joined['later/own.js']
        const late = own
        return { late }
        })()
        export const { late } = joined['later/later.js']
        """,
        files.get("later/later.js"));
  }

  @Test
  void whoever_asks_for_one_that_is_joined_gets_the_same_and_no_second_one() {
    Map<String, String> files =
        join(
            Map.of(
                "app/main.js",
                "import { el } from './dom.js'\n",
                "app/dom.js",
                "export function el() {}\nexport async function other() {}\n"));

    assertEquals(
        """
        import { joined } from '/frontend/joined.js'
        export const { el, other } = joined['app/dom.js']
        """,
        files.get("app/dom.js"));
  }

  @Test
  void an_address_beside_the_module_stays_there() {
    Map<String, String> files =
        join(Map.of("app/main.js", "const css = new URL('main.css', import.meta.url)\n"));

    assertTrue(
        String.valueOf(files.get("app/main.js"))
            .contains("new URL('main.css', (location.origin + '/frontend/app/main.js'))"));
  }

  @Test
  void comments_with_lines_of_their_own_are_left_out_and_addresses_are_not() {
    Map<String, String> files =
        join(
            Map.of(
                "app/main.js",
                """
                /**
                 * import { nothing } from './nothing.js'
                 */
                // export nothing
                const at = 'http://localhost' // stays
                  /* gone */
                """));

    String whole = String.valueOf(files.get("app/main.js"));
    assertFalse(whole.contains("nothing"), whole);
    assertFalse(whole.contains("gone"), whole);
    assertTrue(whole.contains("const at = 'http://localhost' // stays\n"), whole);
  }

  @Test
  void a_form_that_it_does_not_know_is_an_error_that_names_the_file() {
    for (String line :
        new String[] {
          "export let changing = 1",
          "export default 1",
          "export { a }",
          "import React from 'react'",
          "const lazy = name => import(name)"
        }) {
      var wrong =
          assertThrows(
              IllegalStateException.class, () -> join(Map.of("app/main.js", line + "\n")), line);
      assertTrue(String.valueOf(wrong.getMessage()).contains("app/main.js"), wrong.getMessage());
    }
  }

  @Test
  void modules_that_import_each_other_are_an_error() {
    var wrong =
        assertThrows(
            IllegalStateException.class,
            () ->
                join(
                    Map.of(
                        "app/main.js",
                        "import { a } from './a.js'\n",
                        "app/a.js",
                        "import { b } from './b.js'\nexport const a = 1\n",
                        "app/b.js",
                        "import { a } from './a.js'\nexport const b = 1\n")));
    assertTrue(String.valueOf(wrong.getMessage()).contains("app/a.js → app/b.js → app/a.js"));
  }
}
