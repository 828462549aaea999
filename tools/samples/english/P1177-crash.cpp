// P1177 Sorting
// Segmentation fault: inserting into the binary search tree fails while it is empty
#include <cstdio>

struct Node {
	int value;
	Node *left, *right;
};

Node *root;

void insert(int value)
{
	Node *node = root;
	while (true) {
		Node *&next = value < node->value ? node->left : node->right;
		if (next == nullptr) {
			next = new Node{value, nullptr, nullptr};
			return;
		}
		node = next;
	}
}

void print(Node *node)
{
	if (node == nullptr)
		return;
	print(node->left);
	printf("%d ", node->value);
	print(node->right);
}

int main()
{
	int n, value;
	if (scanf("%d", &n) != 1)
		return 0;
	while (n-- > 0 && scanf("%d", &value) == 1)
		insert(value);
	print(root);
	return 0;
}
