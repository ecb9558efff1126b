# SPDX-License-Identifier: MIT
"""The library for Conan 2. From a checkout, or from an unpacked source archive:

    python3 tools/bundled_deps.py build/deps
    conan create packaging/conan --build=missing

With -o "pith/*:dependencies=system" it takes simdjson, PCRE2 and OpenSSL from
the system instead of compiling the sources in build/deps.
"""

import os
import re
import shutil

from conan import ConanFile
from conan.errors import ConanException
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load
from conan.tools.system.package_manager import Apt

required_conan_version = ">=2.0"


class PithRecipe(ConanFile):
    name = "pith"
    package_type = "library"
    license = "MIT"
    description = "Structured data for language models, in few tokens"
    topics = ("gcf", "toon", "json", "llm", "tokens", "mcp")
    settings = "os", "compiler", "build_type", "arch"
    options = {
        "shared": [True, False],
        "fPIC": [True, False],
        "dependencies": ["bundled", "system"],
    }
    default_options = {"shared": False, "fPIC": True,
                       "dependencies": "bundled"}
    implements = ["auto_shared_fpic"]

    @property
    def _root(self):
        return os.path.join(self.recipe_folder, "..", "..")

    def set_version(self):
        text = load(self, os.path.join(self._root, "CMakeLists.txt"))
        self.version = re.search(r"(?m)^  VERSION ([0-9.]+)$", text)[1]

    def export_sources(self):
        # By folder: copy() walks all of the one that it is given.
        for name in ("CMakeLists.txt", "LICENSE"):
            shutil.copy(os.path.join(self._root, name),
                        self.export_sources_folder)
        folders = ["cmake", "include", "src", "tools",
                   # The tables of the tokenizers, if .ci/setup was run.
                   "tools/tokenizer_data/node_modules/gpt-tokenizer/data"]
        for name in folders:
            copy(self, "*", os.path.join(self._root, name),
                 os.path.join(self.export_sources_folder, name),
                 excludes="*node_modules*" if name == "tools" else None)
        for name in ("simdjson-3.0.1", "pcre2-10.42"):
            copy(self, "*", os.path.join(self._root, "build", "deps", name),
                 os.path.join(self.export_sources_folder, "deps", name))

    def layout(self):
        cmake_layout(self)

    def validate(self):
        check_min_cppstd(self, 20)

    def system_requirements(self):
        if self.options.dependencies == "system":
            Apt(self).install(["libpcre2-dev", "libsimdjson-dev",
                               "libssl-dev"])

    def generate(self):
        toolchain = CMakeToolchain(self)
        variables = toolchain.cache_variables
        variables["PITH_APPS"] = False
        variables["PITH_TESTS"] = False
        variables["PITH_INSTALL"] = True
        # Many sources at a time: half the time.
        variables["CMAKE_UNITY_BUILD"] = True
        variables["CMAKE_UNITY_BUILD_BATCH_SIZE"] = "16"
        if self.options.dependencies == "bundled":
            deps = os.path.join(self.source_folder, "deps")
            if not os.path.isdir(deps):
                raise ConanException(
                    "no sources of simdjson and PCRE2 were exported: run "
                    "'python3 tools/bundled_deps.py build/deps' and create "
                    "the package again, or set pith/*:dependencies=system")
            variables["PITH_BUNDLED_DEPS"] = deps
            variables["PITH_OPENSSL"] = False
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder,
             os.path.join(self.package_folder, "licenses"))
        CMake(self).install()

    def package_info(self):
        # pith brings a CMake package of its own.
        self.cpp_info.set_property("cmake_find_mode", "none")
        core = self.cpp_info.components["core"]
        core.builddirs = [os.path.join("lib", "cmake", "pith")]
        core.libs = ["pith"]
        core.set_property("pkg_config_name", "pith")
        tokens = self.cpp_info.components["tokens"]
        tokens.libs = ["pith_tokens"]
        tokens.requires = ["core"]
        tokens.set_property("pkg_config_name", "pith-tokens")
        flat = self.cpp_info.components["c"]
        flat.libs = ["pith_c"]
        flat.set_property("pkg_config_name", "pith-c")
        if not self.options.shared:
            core.defines = ["PITH_STATIC"]
            flat.requires = ["core", "tokens"]
            if self.settings.os in ("Linux", "FreeBSD"):
                core.system_libs = ["m", "pthread"]
            if self.options.dependencies == "system":
                core.system_libs += ["simdjson", "crypto"]
                tokens.system_libs = ["pcre2-8"]
