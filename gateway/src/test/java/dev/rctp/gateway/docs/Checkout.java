package dev.rctp.gateway.docs;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The folder that holds the whole project, without what is built or fetched into it. */
final class Checkout {

    static final Path ROOT = Path.of(System.getProperty("basedir", "."))
            .toAbsolutePath()
            .resolveSibling(".")
            .normalize();

    private static final Set<String> NOT_OURS = Set.of(".git", "target", "node_modules", ".idea", ".vscode");

    private Checkout() {}

    static Page page(String name) throws IOException {
        return new Page(name, Files.readString(ROOT.resolve(name)));
    }

    /** README and all pages that it leads to. */
    static List<Page> pages() throws IOException {
        List<Page> pages = new ArrayList<>();
        for (Path file : files()) {
            String name = ROOT.relativize(file).toString();
            boolean bench = name.startsWith("gateway/bench/");
            if (name.endsWith(".md") && !name.contains("src/test/") && !bench) {
                pages.add(new Page(name, Files.readString(file)));
            }
        }
        return pages;
    }

    /** Every file of the project. */
    static List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                return NOT_OURS.contains(folder.getFileName().toString())
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (attributes.isRegularFile()) {
                    files.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return files;
    }
}
